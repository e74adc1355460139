"""The parts that every process needs while it runs: hints, outages, heartbeats, traces, portions. Knows no league."""
