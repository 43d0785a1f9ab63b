// The line to the server: laid again when it breaks, its clock compared, and given up when nothing is heard.

const WAITS_MS = [250, 500, 1000, 2000, 4000], PING_MS = 4000, SILENT_MS = 9000, QUICKEST = 8;
const FINAL = new Set([
  "taken_over", "unknown_key", "sent_away", "removed", "erased", "deleted", "no_such_tournament", "foreign_origin",
]);

export class Line {
  // `first` gives what is said on each new connection, `heard` takes messages, `stands` is told whether there is one.
  constructor(first, heard, stands) {
    Object.assign(this, { first, heard, stands, tries: 0, skew: 0, trips: [], isOver: false, heardAt: 0 });
    const back = () => document.hidden || this.wake();
    document.addEventListener("visibilitychange", back);
    addEventListener("online", back);
    for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => this.isIdle && this.open(), true);
    addEventListener("pageshow", (event) => event.persisted && back());
    setInterval(() => this.look(), PING_MS);
    this.open();
  }

  get isOpen() { return this.socket?.readyState === WebSocket.OPEN; }

  // The server's clock, in ms since 1970.
  get now() { return Date.now() + this.skew; }

  open() {
    clearTimeout(this.waiting);
    if (this.isOver) return;
    this.isIdle = false;
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/api/1/play`, ["patience.1"]);
    this.socket = socket;
    this.heardAt = Date.now();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.say(this.first());
      this.ping();
    };
    socket.onmessage = (event) => socket === this.socket && this.take(event.data);
    socket.onclose = () => socket === this.socket && this.lost();
  }

  take(text) {
    let told;
    try {
      told = JSON.parse(text);
    } catch {
      return;
    }
    if (!told || typeof told.kind !== "string") return;
    this.heardAt = Date.now();
    if (told.kind === "pong") {
      this.measure(told);
      return;
    }
    if (told.kind === "goodbye") {
      this.isOver = FINAL.has(told.code);
      this.isIdle = told.code === "idle";
    }
    else if (this.tries || !this.stood) {
      this.tries = 0;
      this.stood = true;
      this.stands(true);
    }
    try {
      this.heard(told);
    } catch (error) { // what makes no sense is passed over: the next table is whole again
      console.warn(error);
    }
  }

  lost() {
    this.socket = null;
    this.stood = false;
    if (this.isOver || this.isIdle) return; // nobody was at a practice table: the next touch goes on there
    this.stands(false);
    const wait = WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)];
    this.waiting = setTimeout(() => this.open(), wait * (0.5 + Math.random()));
  }

  // At once, and not when it is due: the page is seen again, or the network is back.
  wake() {
    if (this.isOver) return;
    if (!this.socket || Date.now() - this.heardAt > SILENT_MS) this.again();
    else if (this.isOpen) {
      this.ping();
      const since = this.heardAt;
      setTimeout(() => this.heardAt === since && this.again(), 1500); // asleep it may have died unheard
    }
  }

  again() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    if (this.stood) this.stands(false);
    this.stood = false;
    this.open();
  }

  look() {
    if (!this.socket) return;
    if (Date.now() - this.heardAt > SILENT_MS) this.again();
    else this.ping();
  }

  ping() { this.say({ kind: "ping", sent: Math.round(performance.now()) }); }

  measure({ sent, now }) {
    if (!Number.isFinite(sent) || !Number.isFinite(now)) return;
    const way = performance.now() - sent;
    if (way < 0) return;
    this.trips = [...this.trips, [way, now + way / 2 - Date.now()]].slice(-QUICKEST);
    this.skew = this.trips.reduce((best, each) => each[0] < best[0] ? each : best)[1];
  }

  // By what the server says of its clock on the way; a pong tells it better.
  set(now) { if (!this.trips.length && Number.isFinite(now)) this.skew = now - Date.now(); }

  say(message) {
    if (!this.isOpen) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
