import { hatch, printed, stipple } from './grain.ts';
import {
  clipped,
  disc,
  document,
  HEIGHT,
  INK,
  type Point,
  points,
  range,
  rect,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

const TIP: Point = [318, 730];
const SPLIT: Point = [1040, HEIGHT / 2];
const RAYS = [INK.rust, INK.ochre, INK.sage, INK.rust, INK.ochre, INK.sage, INK.rust];

const LOOPS = 3;
const LOOPS_END = 790;

/** Loops as a hand makes them. */
function loops(): Point[] {
  return range(361).map((step): Point => {
    const share = step / 360;
    const turn = share * Math.PI * 2 * LOOPS;
    // Grows from nothing within the first loop, so that the line leaves the nib without a corner.
    const reach = Math.sin(Math.min(share * LOOPS, 0.5) * Math.PI) ** 0.6 * (1 - 0.3 * share);
    const x = TIP[0] + share * (LOOPS_END - TIP[0]) + 76 * reach * Math.sin(turn);
    return [x, TIP[1] - 262 * reach * (1 - Math.cos(turn)) * 0.5];
  });
}

/** The line leaves the last loop level and comes level to where it divides. */
function thread(): string {
  const [x, y] = SPLIT;
  const middle = (LOOPS_END + x) / 2 + 40;
  return `M${points(loops())}C${middle} ${TIP[1]} ${middle - 20} ${y} ${x} ${y}`;
}

/** Angles of the rays’ edges, evenly spread to both sides of straight ahead. */
function ray(colour: string, index: number): string {
  const spread = 0.235;
  const middle = (index - (RAYS.length - 1) / 2) * spread;
  const edge = (angle: number): Point => [
    SPLIT[0] + 1100 * Math.cos(angle),
    SPLIT[1] + 1100 * Math.sin(angle),
  ];
  return shape(
    `M${points([SPLIT, edge(middle - spread * 0.3), edge(middle + spread * 0.3)])}Z`,
    colour,
  );
}

/** Pages on their way between the rays, larger as they come nearer to the reader. */
function sheet([gap, distance]: readonly [number, number]): string {
  const angle = (gap - 2.5) * 0.235;
  const [x, y] = [SPLIT[0] + distance * Math.cos(angle), SPLIT[1] + distance * Math.sin(angle)];
  const size = distance / 520;
  const lines = range(4)
    .map((row) => `M-24 ${-26 + row * 16}h${row === 3 ? 26 : 48}`)
    .join('');
  const turn = (angle * 180) / Math.PI;
  return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(1)}) scale(${size.toFixed(2)})">${rect(-40, -50, 80, 100, INK.paper)}${stroke(lines, INK.ink, 5)}</g>`;
}

const SHEETS = [
  [0, 430],
  [1, 300],
  [2, 470],
  [3, 350],
  [4, 470],
  [5, 380],
] as const;

/** Drawn along an axis that points downwards to the tip, then leant into the hand. */
function pen(): string {
  const nib = 'M0 0C-12 -70 -62 -120 -66 -214L66 -214C62 -120 12 -70 0 0Z';
  const holder = 'M-50 -262L50 -262C64 -420 58 -700 40 -1100L-40 -1100C-58 -700 -64 -420 -50 -262Z';
  const shade = stipple({
    seed: 71,
    box: [-70, -1100, 140, 740],
    count: 1500,
    colour: INK.ink,
    size: 3,
    opacity: 0.6,
    density: (u) => Math.max(0, u - 0.42) ** 1.5,
  });
  return [
    `<g transform="translate(${TIP[0]} ${TIP[1]}) rotate(-31)">`,
    shape(nib, INK.ochre),
    clipped('nib', nib, hatch([0, -214, 66, 214], 10, 0, INK.rust, 2)),
    stroke('M0 -6V-128', INK.ink, 4),
    disc(0, -138, 13, INK.ink),
    rect(-58, -266, 116, 56, INK.sage, 'rx="8"'),
    stroke('M-58 -238H58', INK.ink, 4),
    shape(holder, INK.rust),
    clipped('holder', holder, shade),
    '</g>',
  ].join('');
}

/** One slow line out of a pen, and many fast ones. */
export function penLines(): string {
  const body = [
    rect(0, 0, WIDTH, HEIGHT, INK.sea),
    ...RAYS.map(ray),
    ...SHEETS.map(sheet),
    stroke(thread(), INK.paper, 13),
    pen(),
    printed(61),
  ];
  return document(WIDTH, HEIGHT, body.join(''));
}
