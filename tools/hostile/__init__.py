"""Attacks on a table server of this machine, with an honest player beside them.

Knows what may be sent to a server; no part of the product.
"""
