"""Patience Arcade: four solitaire games on one table.

The layers, each importing only those before it (a test enforces it):

    message           a text for the player: a template and its parts, in English a `str`
    codec             JSON of typed messages, read strictly by their declared fields
    language          messages put into the player's language by a gettext catalogue
    cards             a card, a pack, and the order that a deal number gives it
    version           the version number of this program
    rules             what a position is and what each game allows, as pure functions
    play              a game in progress, its record, what a record proves, replays, results, commitments
    solver            what can still be won: searches, hints, the catalogue of winnable deals
    tournament        rounds of the same deals for everybody: proved results, standings, their files
    storage           files: the journal of the game being played, kept and saved games, profile, statistics
    online            rounds over a network as both ends know them: messages, prediction, check
    robots            players that see what a player sees, of Rush at a human pace; their games are records
    session           a game in play: game, clock, journal, statistics, bests and day kept in step
    rounds            a round before its referee, at this machine or at a table server
    server            (beside ui) the table server: deals, referees, keeps time; knows databases and the web
    ui                the window, in rooms: table and its parts, games, forms, screens; alone knows pygame
    cli               the command line
    tools             (beside `game`) the laboratory and the generators; not part of the product

Where data belongs: what undo restores is in the `Position`; what else must survive is
an entry of the record, or in the profile; what is only on screen is in the part that shows it.
docs/ARCHITECTURE.md has the rooms, the reasons, and a drag walked through.

Glossary; the first twelve carry the program:

    Card          one physical card, face up or face down
    Pile          the cards of one place, bottom first; `t1`, `t2`, … are columns in the notation
    Position      everything that undo restores; immutable
    Move          a gesture: some cards from one pile to another
    Variant       the rules and options of one game, as pure functions
    Game          a game in progress: deal, actions, positions
    Record        a deal and its timed actions as text; proves its result
    Library       the player's games on disk
    Session       a running game with its clock, journal and statistics
    Table         the screen on which a game is played, made of parts
    Screen        one page of the program; screens reach each other by `navigation`
    Round         one deal of a tournament, played once by each player

    stock, waste  cards still to be turned (Rush: also "the hand"); cards turned, the last one available
    foundation    a suit built up from its ace; its cards are "home"
    column        a tableau pile; in Three Shuffles a fan, in 1-3 Back a stack
    run           cards at the end of a column that move together
    space         an empty column; a place is where a complete suit of Spider goes
    redeal, pass  the waste becomes the stock again; one trip through the stock
    deal          a dealt table, or its number; certified if proven winnable
    part          one behaviour of a table: hints, dragging, finale
    view          what differs from game to game at a table; stateless
    mode          practice, round, tutorial: what else the player may do
    refusal       why an action is not allowed, as a sentence; a rejection is the server's
    journal       the record of the game being played, a line written for each action
    slice         a few milliseconds of long work between frames
    hint, sample  a move by the visible cards; one layout of the unseen cards
    line, verdict moves found with all cards known; solved, unsolvable or gave up
    leftmost rule (Rush) at a tie of equal runs the leftmost one moves; code also says "tip"
    referee       stored game, action and time become entries or a rejection; at this machine or remote
    commitment    SHA-256 of salt and deck, published before a round; in the window "fingerprint"
"""
