#!/usr/bin/env bash
# Makes sure that PostgreSQL's programs are there for the tests, which run it in a folder of its own.
# Installs Debian's package where that is possible; no cluster is created and no service is started.
set -euo pipefail

if ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "The tests need PostgreSQL: install its server programs (initdb, pg_ctl) and run this again." >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "The tests need PostgreSQL: ask an administrator for 'apt-get install postgresql'." >&2
        exit 1
    fi
    as_root=(sudo)
fi
# The package would create a cluster and start it on the usual port; the tests make their own.
if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
    "${as_root[@]}" mkdir -p /etc/postgresql-common
    echo "create_main_cluster = false" | "${as_root[@]}" tee /etc/postgresql-common/createcluster.conf >/dev/null
fi
"${as_root[@]}" apt-get update --quiet=2
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install --quiet=2 --yes --no-install-recommends postgresql
