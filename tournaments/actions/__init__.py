"""The verbs of the service. One verb is one function, one transaction, one journal line.

Nothing else changes leagues, tables, seats, games and players. Beside them letters are kept and marked by `inbox`,
`outbox` and `running`, counts and signs of life by `runtime`, sign-ins by `pages`.

Rows are locked in one order, so that no two transactions ever wait for each other: the letter that is read, tables,
leagues, entries, players, then what hangs on them; of one kind the lowest key first. Whoever needs several tables has
them locked (`session.lock_tables`) before anything else; one that is not open yet is its league's. A lock never keeps
others from pointing at the row (`no_key`): foreign keys are checked at the commit, too late for any order.

Names (`limits.hold`) are held behind tables and leagues. Two come before: of a mail, for all its copies, right behind
the letter; of a person who is erased, before anything else.
"""
