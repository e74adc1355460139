"""`deploy/upgrade` tried for real: on an installed Debian, with letters that come in and pages that are asked for."""
