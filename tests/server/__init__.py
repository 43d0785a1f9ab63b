"""Tests of the table server: deals, referee, database, the web, whole rounds by real sockets."""
