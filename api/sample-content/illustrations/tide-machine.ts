import { hatch, printed, stipple } from './grain.ts';
import {
  circlePath,
  clipped,
  disc,
  document,
  HEIGHT,
  INK,
  type Point,
  points,
  polyline,
  range,
  rect,
  ring,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

const PULLEY = 60;
const FIRST = 190;
const PEN = FIRST + 8 * 2 * PULLEY + PULLEY;
const TOP_BEAM = 96;
const LOW_BEAM = 668;

/** How far each wheel has pushed its pulley from the middle: no two of the sea’s waves agree. */
const SHIFTS = [-18, 30, 34, -26, -34, 14, 22, -38, -6];
const COLOURS = [INK.rust, INK.ochre, INK.sage, INK.ochre, INK.rust, INK.sage, INK.ochre];

type Pulley = { readonly x: number; readonly y: number; readonly upper: boolean };

const PULLEYS: readonly Pulley[] = SHIFTS.map((shift, index) => ({
  x: FIRST + index * 2 * PULLEY,
  y: (index % 2 === 0 ? 290 : 474) + shift,
  upper: index % 2 === 0,
}));

function level(x: number): number {
  return (
    838 +
    62 * Math.sin(x / 74 + 0.9) * (0.66 + 0.34 * Math.sin(x / 340 - 0.6)) +
    16 * Math.sin(x / 151)
  );
}

function surface(from: number, to: number): Point[] {
  return range(Math.floor((to - from) / 8) + 1).map((step) => {
    const x = from + step * 8;
    return [x, level(x)];
  });
}

/** The cord hangs straight between neighbours because they stand one diameter apart. */
function cord(): string {
  const start = PULLEYS[0];
  if (!start) return '';
  let d = `M${start.x - PULLEY} ${LOW_BEAM - 4}V${start.y}`;
  for (const { x, y, upper } of PULLEYS) {
    d += `V${y}A${PULLEY} ${PULLEY} 0 0 ${upper ? 1 : 0} ${x + PULLEY} ${y}`;
  }
  return stroke(`${d}V${level(PEN) - 70}`, INK.ink, 5);
}

function crank({ x, upper }: Pulley, index: number): string {
  const y = upper ? TOP_BEAM + 6 : LOW_BEAM;
  const angle = 0.9 + index * 1.7;
  const reach = 21;
  const end: Point = [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  return (
    disc(x, y, 36, INK.paper) +
    ring(x, y, 36, INK.ink, 5) +
    polyline([[x, y], end], INK.ink, 5) +
    disc(end[0], end[1], 8, INK.rust) +
    disc(x, y, 5, INK.ink)
  );
}

function wheel({ x, y, upper }: Pulley, index: number): string {
  const colour = COLOURS[index % COLOURS.length] ?? INK.ochre;
  const rod = polyline(
    [
      [x, y],
      [x, upper ? TOP_BEAM : LOW_BEAM],
    ],
    INK.ink,
    9,
  );
  const shade = stipple({
    seed: 70 + index,
    box: [x - PULLEY, y - PULLEY, 2 * PULLEY, 2 * PULLEY],
    count: 420,
    colour: INK.ink,
    size: 2.6,
    opacity: 0.55,
    density: (u, v) => Math.max(0, u + v - 1.1) ** 1.4,
  });
  return (
    rod +
    disc(x, y, PULLEY - 3, colour) +
    clipped(`wheel${index}`, circlePath(x, y, PULLEY - 4), shade) +
    ring(x, y, PULLEY - 16, INK.paper, 3) +
    disc(x, y, 13, INK.paper) +
    disc(x, y, 6, INK.ink)
  );
}

function frame(): string {
  const beam = (y: number) => rect(70, y - 12, PEN - 70 - 36, 24, INK.ink, 'rx="12"');
  return beam(TOP_BEAM) + beam(LOW_BEAM) + rect(84, TOP_BEAM, 14, LOW_BEAM - TOP_BEAM, INK.ink);
}

function sea(): string {
  const drawn = `M${points(surface(0, PEN))}V${HEIGHT}H0Z`;
  const coming = `M${points(surface(PEN, WIDTH + 8))}V${HEIGHT}H${PEN}Z`;
  const foam = range(3).map((row) =>
    polyline(
      surface(0, PEN).map(([x, y]) => [x, y + 34 + row * 40 + row * row * 6] as Point),
      INK.sage,
      [3.5, 2.5, 1.8][row] ?? 2,
    ),
  );
  const shade = stipple({
    seed: 31,
    box: [0, 860, PEN, 210],
    count: 1500,
    colour: INK.ink,
    size: 3,
    opacity: 0.5,
    density: (_, v) => v ** 2,
  });
  return (
    shape(drawn, INK.sea) +
    clipped('drawn', drawn, foam.join('') + shade) +
    clipped('coming', coming, hatch([PEN, 700, WIDTH - PEN, 370], 13, 0, INK.sea, 2.5)) +
    polyline(surface(PEN, WIDTH + 8), INK.sea, 4)
  );
}

function pen(): string {
  const y = level(PEN);
  const nib = `M${PEN - 15} ${y - 92}h30v46l-15 46l-15 -46Z`;
  return shape(nib, INK.rust) + rect(PEN - 22, y - 104, 44, 16, INK.ink, 'rx="4"');
}

function moon(): string {
  const [x, y, r] = [1420, 300, 104];
  const shade = stipple({
    seed: 5,
    box: [x - r, y - r, 2 * r, 2 * r],
    count: 2200,
    colour: INK.rust,
    size: 3,
    opacity: 0.8,
    density: (u, v) => Math.max(0, 0.62 - u + (v - 0.5) * 0.5) ** 1.5,
  });
  return disc(x, y, r, INK.ochre) + clipped('moon', circlePath(x, y, r), shade);
}

/** A machine of pulleys adds up waves, and what it draws is the sea. */
export function tideMachine(): string {
  const body = [
    rect(0, 0, WIDTH, HEIGHT, INK.sky),
    moon(),
    sea(),
    frame(),
    ...PULLEYS.map(wheel),
    ...PULLEYS.map(crank),
    cord(),
    pen(),
    printed(11),
  ];
  return document(WIDTH, HEIGHT, body.join(''));
}
