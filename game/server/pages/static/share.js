// The result of an evening to pass on, as text or as a picture; where nothing can be passed on, it is kept or copied.
import { badge, badges } from "./badge.js";

const MEDALS = ["🥇", "🥈", "🥉"], WIDTH = 1080, LINE = 92;
const result = async (id) => {
  const { tournament, places } = await (await fetch(`/api/1/tournaments/${id}/standings`)).json();
  return { tournament, lines: places.filter((each) => each.rank !== null), address: `${location.origin}/tournaments/${id}` };
};

export const text = async (id) => {
  const { tournament, lines, address } = await result(id);
  const found = [tournament.name, ...lines.slice(0, 10).map((each) => `${MEDALS[each.rank - 1] ?? `${each.rank}.`} ${each.player} ${each.total}`), address].join("\n");
  if (navigator.share) return navigator.share({ text: found }).catch(() => {});
  const area = Object.assign(document.createElement("textarea"), { value: found });
  document.getElementById("main").append(area);
  area.select();
  document.execCommand("copy"); // works without TLS, too
  area.readOnly = true;
  area.rows = found.split("\n").length;
};

const drawn = ({ tournament, lines, address }) => {
  const board = document.createElement("canvas"), pen = board.getContext("2d"), shown = lines.slice(0, 10), worn = badges(lines.map((each) => each.player));
  const write = (words, x, y, size, colour, align = "left", width = WIDTH - 160) => {
    pen.font = `700 ${size}px "Patience Sans", system-ui, sans-serif`;
    [pen.fillStyle, pen.textAlign, pen.textBaseline] = [colour, align, "middle"];
    pen.fillText(words, x, y, width);
  };
  board.width = WIDTH;
  board.height = 320 + LINE * shown.length;
  pen.fillStyle = "#1a4d39";
  pen.fillRect(0, 0, WIDTH, board.height);
  write(tournament.name, 80, 110, 64, "#f4f1e6");
  shown.forEach((each, at) => {
    const y = 230 + LINE * at, place = document.body.appendChild(badge(each.player, worn));
    write(MEDALS[each.rank - 1] ?? `${each.rank}`, 110, y, 44, "#f0c05a", "center");
    pen.fillStyle = getComputedStyle(place).backgroundColor;
    pen.beginPath();
    pen.arc(210, y, 34, 0, 7);
    pen.fill();
    write(place.textContent, 210, y + 2, 30, "#1d2433", "center", 60);
    write(each.player, 270, y, 46, "#f4f1e6", "left", 560);
    write(`${each.total}`, WIDTH - 80, y, 46, "#f0c05a", "right", 180);
    place.remove();
  });
  write(`Patience Arcade · ${address.replace(/^https?:../, "").split("/")[0]}`, 80, board.height - 60, 32, "#bfcfc6");
  return board;
};
export const picture = async (id) => {
  const found = await result(id), board = drawn(found), blob = await new Promise((done) => board.toBlob(done, "image/png"));
  const file = new File([blob], `${found.tournament.name}.png`, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

document.addEventListener("click", ({ target }) => { // a page that is brought up to date may get its buttons later
  const { share, of } = target.closest("[data-share]")?.dataset ?? {};
  if (share) (share === "text" ? text : picture)(of);
});
