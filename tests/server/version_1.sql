BEGIN TRANSACTION;
CREATE TABLE decks (
commitment VARCHAR(64) NOT NULL,
draw INTEGER NOT NULL,
salt VARCHAR(64) NOT NULL,
deck VARCHAR(155) NOT NULL,
proven BIGINT NOT NULL,
tournament VARCHAR(32),
round INTEGER,
PRIMARY KEY (commitment),
UNIQUE (tournament, round)
);
CREATE TABLE entries (
game INTEGER NOT NULL,
number INTEGER NOT NULL,
at INTEGER NOT NULL,
action VARCHAR(12) NOT NULL,
score INTEGER NOT NULL,
home INTEGER NOT NULL,
PRIMARY KEY (game, number),
FOREIGN KEY(game) REFERENCES games (id)
)
WITHOUT ROWID
;
CREATE TABLE games (
id INTEGER NOT NULL,
seat INTEGER NOT NULL,
tournament VARCHAR(32) NOT NULL,
round INTEGER NOT NULL,
started BIGINT NOT NULL,
ends BIGINT NOT NULL,
outcome VARCHAR(10),
score INTEGER,
bonus INTEGER,
home INTEGER,
elapsed INTEGER,
PRIMARY KEY (id),
UNIQUE (seat, round),
FOREIGN KEY(seat) REFERENCES seats (id)
);
CREATE TABLE hosts (
key_hash VARCHAR(64) NOT NULL,
made BIGINT NOT NULL,
PRIMARY KEY (key_hash)
);
CREATE TABLE rounds (
tournament VARCHAR(32) NOT NULL,
number INTEGER NOT NULL,
opens BIGINT,
closes BIGINT,
opened BIGINT,
closing BIGINT,
closed BIGINT,
PRIMARY KEY (tournament, number),
FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
CREATE TABLE seats (
id INTEGER NOT NULL,
tournament VARCHAR(32) NOT NULL,
key_hash VARCHAR(64),
name VARCHAR(24) NOT NULL,
kind VARCHAR(24) NOT NULL,
look VARCHAR NOT NULL,
drawn VARCHAR NOT NULL,
joined BIGINT NOT NULL,
PRIMARY KEY (id),
UNIQUE (tournament, key_hash),
UNIQUE (tournament, look),
UNIQUE (tournament, drawn),
FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
CREATE TABLE tournaments (
id VARCHAR(32) NOT NULL,
name VARCHAR(40) NOT NULL,
draw INTEGER NOT NULL,
seconds INTEGER NOT NULL,
rounds INTEGER NOT NULL,
lasts INTEGER,
robots_rank BOOLEAN NOT NULL,
made BIGINT NOT NULL,
PRIMARY KEY (id)
);
CREATE TABLE version (
number INTEGER NOT NULL
);
INSERT INTO "version" VALUES(1);
CREATE INDEX ix_tournaments_made ON tournaments (made);
CREATE INDEX games_of_round ON games (tournament, round);
CREATE INDEX games_running ON games (outcome, ends);
COMMIT;
