"""A load of many players on a table server of this machine: `python -m tools.load --players 1000`.

Knows real workers in processes of their own, real connections on the loopback, and what it is bounded by;
must not know how a worker does its work. Each part stands in its module.
"""
