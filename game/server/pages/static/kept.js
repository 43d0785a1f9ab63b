// What this device keeps, where its browser keeps anything; keys, of which none replaces another; letters of any keyboard.

export const tried = (act) => {
  try {
    return act();
  } catch {
    return null; // what cannot be kept is known as long as the page lasts
  }
};
export const keep = (name, value) => tried(() => {
  if (value === null) localStorage.removeItem(name);
  else localStorage.setItem(name, value);
  return true;
});
export const kept = (name) => tried(() => localStorage.getItem(name));
export const parsed = (text) => tried(() => JSON.parse(text));

// Whether a reload forgets everything.
export const forgets = () => !(keep("tried", "yes") && kept("tried") === "yes" && keep("tried", null));

// Keys to one thing, first the one in use. Others stay behind it; only one that was itself refused goes.
export class Keys {
  constructor(name) {
    this.name = name;
    this.all = this.read();
  }

  get first() { return this.all[0] || null; }

  read() {
    const more = parsed(kept(`${this.name} more`));
    return [kept(this.name), ...Array.isArray(more) ? more : []].filter((each) => /^[0-9a-f]{64}$/.test(each || ""));
  }

  write(all) {
    const [first = null, ...more] = this.all = [...new Set(all)];
    keep(this.name, first);
    keep(`${this.name} more`, more.length ? JSON.stringify(more) : null);
  }

  use(key) { this.write([key, ...this.read(), ...this.all]); }

  add(key) { this.write([...this.all, ...this.read(), key]); }

  drop(key) { this.write([...this.all, ...this.read()].filter((each) => each !== key)); }
}

// The Latin letter of a key: what it writes, or what stands at its place where the keyboard writes others.
export const letter = ({ key, code }) => {
  const [, place] = /^Key([A-Z])$/.exec(code) || [];
  return (place && key.length === 1 && !/[a-z]/i.test(key) ? place : key).toLowerCase();
};

// A fault before anything can be seen brings back the sentence that the page began with.
export const removeOldSentence = () => {
  const sentence = document.getElementById("old");
  sentence.hidden = true;
  return (isSeen) => {
    const fault = () => { sentence.hidden = isSeen(); };
    addEventListener("error", fault);
    addEventListener("unhandledrejection", fault);
    return fault;
  };
};
