"""Patience Arcade: four solitaire games on one table.

The layers, each of which may import only what stands before it (a test enforces it):

    message           a text for the player: a template and its parts, in English a `str`
    language          messages put into the player's language by a gettext catalogue
    cards, deals      a card, a pack, and the order that a deal number gives it
    version           the number of this program, written there alone
    rules             what a position is and what each game allows, as pure functions
    play              a game in progress, its record, what a record proves, replays, results, commitments
    solver            what can still be won: searches, hints, the catalogue of deals that can be won
    tournament        rounds of the same deals for everybody: proved results, standings, their files
    storage           files: the journal of the game being played, kept and saved games, profile, statistics
    online            rounds over a network as both ends know them: messages, prediction, check
    robots            players that see what a player sees, of Rush at a human pace; their games are records
    session           a game in play: game, clock, journal, statistics, bests and day kept in step
    rounds            a round before its referee, at this machine or at a table server
    server            (beside ui) the table server: deals, referees, keeps time; knows databases and the web
    ui                the window, in rooms: table and its parts, games, forms, screens; alone knows pygame
    cli               the command line
    tools             (beside `game`) the laboratory and the generators; no part of the product

Where a datum lives: what undo restores is in the `Position`; what must survive else is
an entry of the record, or in the profile; what is only on screen is in the part that shows it.
docs/ARCHITECTURE.md has the rooms, the reasons, and a drag walked through.

Glossary, in the words of card players:

    pile          any place for cards: stock, waste, foundation or column
    stock, hand   the face-down cards still to be turned ("hand" is Rush's own word)
    waste         the cards turned from the stock, the last one available
    foundation    where a suit is built up from its ace; a card there is "home"
    column, fan   a pile of the tableau; `t1`, `t2`, … in the notation
    stack         1-3 Back's own word for a pile of its grid; it always moves whole
    run           cards at the end of a column that move together
    space         an empty column
    row           ten cards of Spider's stock, dealt one on each column
    place         where a completed suit of Spider goes when it is removed
    pass          once through the stock; a "return" puts the waste back as the stock
    shuffle       in Three Shuffles: the fans are gathered, shuffled and dealt again
    draw          (Rush) cards turned at a tap; (Three Shuffles) one buried card lifted to the top
    deal          a dealt table, and the number it comes from
    deck          the pack in dealing order
    view          what differs from game to game at a table: places, bars, words; without state
    part          one thing that a table does, such as the hand, the hints or the finale
    occasion      practice, a round or an exercise: what is offered at a table besides moving cards
    screen         (code) one screen; screens reach each other by `routes`
    record        the text of a game: its deal and every timed action (see play.record)
    journal       the record of the game being played, a line written for each action
    slice         a little of long work, so that the window stays alive (see play.slices)
    draft         a file half written, under a name of its own until it is whole
    replay        a record that is looked at; its step n is the table after the n-th entry
    landmark      what is worth finding again in a replay: a suit complete, a return, a shuffle
    round         one deal of a tournament, played once by everybody
    seat          a player's place in a tournament, and what is kept there
    commitment    the SHA-256 of salt and deck, known before a round; in the window "fingerprint"
    sealed deck   a deck of secret bits for a round, not to be seen before it is over; in files it is veiled
    ledger        the lines of all logs of tournaments here, each chained to those before it
    referee       who keeps, times and judges the rounds of a tournament: this machine, or a table server
    prediction    a round as its player sees it: a whole game whose unseen cards lie anyhow
    narration     all that a player is told, a line each, for whoever does not see the window
    home          (screen) the first screen; (cards) on the foundations
    result        what a game came to: its total, score, stacks left or cards home
    kind          whether a game counts in the statistics, or why it is told apart (see play.played)
    first step    what a new player is pointed to on the table, once, by a callout
    guided game   a position and its moves, each told and shown before the player makes it
    hint          a move by what the player can see; a sample is one way the unseen cards may lie
    plan          moves up to the next card that turns up or is dealt; a hint at Spider is the first of one
    line          moves from a position to its end, found with all cards known
    verdict       solved, unsolvable (every way was looked at) or gave up
    tie           (Rush) columns whose whole runs lie on equally many face-down cards and may go to one place
    tip           (Rush) at a tie the leftmost run is taken; a line follows the tip or does not
    certified     a deal number that is proven to be winnable
    offered       certified by the tip too, and no tie was found at which the tip loses and another wins
    difficulty    of a deal of Rush: easy, fair or hard (see play.difficulty)
    par           (1-3 Back) the fewest stacks that can be reached in a deal
"""
