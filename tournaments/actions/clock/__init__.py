"""Time: deadlines, pauses, outages, and the one place that gives time back."""
