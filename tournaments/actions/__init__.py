"""The verbs of the service: the only code that writes. One verb is one function, one transaction, one journal line."""
