import { hatch, printed, random } from './grain.ts';
import {
  clipped,
  disc,
  document,
  HEIGHT,
  INK,
  type Point,
  polyline,
  range,
  rect,
  rectPath,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

/** A page of two to three, its text placed by ninths as in the old canon. */
const PAGE = { width: 558, height: 837 } as const;
const NINTH = { x: PAGE.width / 9, y: PAGE.height / 9 } as const;
const SPINE = WIDTH / 2;
const TOP = (HEIGHT - PAGE.height) / 2 - 10;
const FOOT = TOP + PAGE.height;
const LINES = 30;

function text(side: 1 | -1): string {
  const next = random(side === 1 ? 14 : 15);
  const inner = SPINE + side * NINTH.x;
  const width = PAGE.width - 3 * NINTH.x;
  const left = side === 1 ? inner : inner - width;
  const leading = (6 * NINTH.y) / LINES;
  return range(LINES)
    .map((row) => {
      const y = TOP + NINTH.y + row * leading + leading / 2;
      const indent = row % 11 === 3 ? 30 : 0;
      const last = row % 11 === 2 || row === LINES - 1;
      const end = last ? width * (0.35 + 0.4 * next()) : width;
      // Gaps between words keep the block from turning into a plain grey bar.
      let d = '';
      for (let at = indent; at < end; ) {
        const drawn = 14 + next() * 62;
        const word = at + drawn + 30 > end ? end - at : drawn;
        d += `M${Math.round(left + at)} ${Math.round(y)}h${Math.round(word)}`;
        at += word + 11;
      }
      return `<path d="${d}" stroke="${INK.ink}" stroke-width="7"/>`;
    })
    .join('');
}

function canon(): string {
  const left = SPINE - PAGE.width;
  const right = SPINE + PAGE.width;
  const lines: Point[][] = [
    [
      [left, FOOT],
      [right, TOP],
    ],
    [
      [right, FOOT],
      [left, TOP],
    ],
    [
      [left, FOOT],
      [SPINE, TOP],
    ],
    [
      [right, FOOT],
      [SPINE, TOP],
    ],
  ];
  return lines.map((line) => polyline(line, INK.rust, 2)).join('');
}

function leaf(x: number, y: number, angle: number, length: number, colour: string): string {
  const half = length * 0.27;
  const d = `M0 0C${length * 0.25} ${-half} ${length * 0.75} ${-half} ${length} 0C${length * 0.75} ${half} ${length * 0.25} ${half} 0 0Z`;
  return `<g transform="translate(${x} ${y}) rotate(${angle})">${shape(d, colour)}${stroke(`M0 0H${length * 0.9}`, INK.paper, 2)}</g>`;
}

/** What grows in the widest margin. */
function sprig(): string {
  const x = SPINE + PAGE.width - NINTH.x * 0.86;
  const stem = `M${x + 6} ${FOOT}C${x - 30} ${FOOT - 170} ${x + 34} ${FOOT - 330} ${x - 4} ${FOOT - 520}`;
  const leaves = range(6).map((step) => {
    const y = FOOT - 90 - step * 72;
    const sway = x - 4 + 12 * Math.sin(step * 0.9 + 3.6);
    const length = 66 - step * 4;
    return (
      leaf(sway, y, -38, length * 0.86, INK.sea) +
      leaf(sway, y + 26, -142, length, step % 2 ? INK.sea : INK.sage)
    );
  });
  const berries =
    disc(x - 4, FOOT - 534, 13, INK.rust) +
    disc(x - 26, FOOT - 508, 10, INK.rust) +
    disc(x + 20, FOOT - 504, 10, INK.rust);
  const stalks = `M${x - 1} ${FOOT - 478}Q${x - 22} ${FOOT - 486} ${x - 26} ${FOOT - 508}M${x} ${FOOT - 470}Q${x + 18} ${FOOT - 482} ${x + 20} ${FOOT - 504}`;
  return stroke(stem, INK.sea, 5) + stroke(stalks, INK.sea, 3) + leaves.join('') + berries;
}

function pages(): string {
  const left = SPINE - PAGE.width;
  const fold = range(5)
    .map((step) => `M${SPINE + 5 + step * (4 + step * 1.1)} ${TOP}v${PAGE.height}`)
    .join('');
  const spread = rectPath(left, TOP, 2 * PAGE.width, PAGE.height);
  return (
    rect(left - 12, TOP + 12, 2 * PAGE.width + 24, PAGE.height + 6, INK.sky) +
    shape(spread, INK.paper) +
    clipped('spread', spread, stroke(fold, INK.sage, 1.6)) +
    polyline(
      [
        [SPINE, TOP],
        [SPINE, FOOT],
      ],
      INK.ink,
      3,
    )
  );
}

function shadow(): string {
  const d = rectPath(SPINE - PAGE.width + 34, TOP + 50, 2 * PAGE.width + 24, PAGE.height + 12);
  return clipped('shadow', d, hatch([0, TOP + 40, WIDTH, PAGE.height + 40], 11, -420, INK.ink, 5));
}

/** An open book whose margins are the larger part of it, and where something grows. */
export function openBook(): string {
  const body = [
    rect(0, 0, WIDTH, HEIGHT, INK.rust),
    shadow(),
    pages(),
    canon(),
    text(-1),
    text(1),
    sprig(),
    printed(41),
  ];
  return document(WIDTH, HEIGHT, body.join(''));
}
