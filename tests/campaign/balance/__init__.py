"""Is the deck balanced? Bots play it against each other and the results are judged. No rules, no part of a game.

    python -m tests.campaign.balance

The parts: selfplay (games), shares (statistics), report (what is counted and the verdict), __main__ (the command).
"""
