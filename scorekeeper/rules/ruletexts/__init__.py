"""The words of the rule book: number, title and text of every rule, by topic; `rulebook` is the way to read them.

The strings are marked for the catalogues here and translated when they are read.
"""
