"""What proves a system: conformance, rule coverage, soak."""
