"""Version 2 of the regular opponent, frozen: version 1 that never sets up where no way leads out.

Everything else is imported from `regular_1` as it is; the rules of freezing stand there.
"""
