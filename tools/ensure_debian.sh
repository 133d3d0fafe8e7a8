#!/usr/bin/env bash
# Makes sure that the programs the tests run are there: PostgreSQL's, in a folder of its own, and chromium,
# for tests in a browser. Installs Debian's packages where that is possible; no cluster is created and no
# service is started.
set -euo pipefail

missing=()
if ! ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 && ! command -v initdb >/dev/null 2>&1; then
    missing+=(postgresql)
fi
if ! command -v chromium >/dev/null 2>&1; then
    missing+=(chromium)
fi
if ! fc-list 2>/dev/null | grep -qi "dejavu\|liberation\|noto"; then
    missing+=(fonts-dejavu-core)
fi
if [ "${#missing[@]}" -eq 0 ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "The tests need ${missing[*]}: install them and run this again." >&2
    exit 1
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "The tests need ${missing[*]}: ask an administrator for 'apt-get install ${missing[*]}'." >&2
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
DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install --quiet=2 --yes --no-install-recommends "${missing[@]}"
