import { printed, stipple } from './grain.ts';
import {
  circlePath,
  clipped,
  disc,
  document,
  HEIGHT,
  INK,
  range,
  rect,
  rectPath,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

const CENTRE = [WIDTH / 2, HEIGHT / 2] as const;
const HOURS = 12;
const INNER = 128;
const OUTER = 412;

/** Half a leaf, to one side of its midrib; it points upwards from the centre. */
function half(side: 1 | -1, width: number): string {
  const reach = OUTER - INNER;
  const at = (share: number) => -INNER - reach * share;
  return `M0 ${at(0)}C${side * width * 0.72} ${at(0.2)} ${side * width * 1.42} ${at(0.62)} 0 ${at(1)}Z`;
}

function veins(side: 1 | -1, width: number): string {
  if (width < 30) return '';
  const reach = OUTER - INNER;
  return range(7)
    .map((step) => {
      const share = 0.16 + step * 0.1;
      const length = width * 0.74 * Math.sin(Math.PI * (share * 0.9 + 0.1)) ** 0.8;
      return `M0 ${-INNER - reach * share}l${side * length} ${-length * 0.62}`;
    })
    .join('');
}

type Inks = { readonly blade: string; readonly vein: string };

const DAY: Inks = { blade: INK.sea, vein: INK.ochre };
const NIGHT: Inks = { blade: INK.sage, vein: INK.ink };

function leaf(hour: number): string {
  const angle = (hour * 360) / HOURS;
  // Widest at nine o'clock, in the middle of the day side; folded at three.
  const light = (1 - Math.sin((angle * Math.PI) / 180)) / 2;
  const width = 13 + 61 * light ** 0.9;
  const upright = hour % 6 === 0;
  const side = (which: 1 | -1) => {
    const onDaySide = upright ? (which === -1) === (hour === 0) : hour > 6;
    const inks = onDaySide ? DAY : NIGHT;
    return shape(half(which, width), inks.blade) + stroke(veins(which, width), inks.vein, 2.4);
  };
  const rib = upright ? INK.paper : hour > 6 ? INK.ochre : INK.ink;
  return `<g transform="translate(${CENTRE[0]} ${CENTRE[1]}) rotate(${angle})">${side(-1)}${side(1)}${stroke(`M0 ${-INNER + 6}V${-OUTER + 26}`, rib, 4)}</g>`;
}

function ticks(): string {
  return range(60)
    .map((minute) => {
      const angle = (minute * Math.PI) / 30;
      const long = minute % 5 === 0;
      const [from, to] = long ? [452, 480] : [462, 474];
      const [sine, cosine] = [Math.sin(angle), -Math.cos(angle)];
      const colour = minute % 30 === 0 ? INK.rust : minute > 30 ? INK.ink : INK.paper;
      const d = `M${CENTRE[0] + from * sine} ${CENTRE[1] + from * cosine}L${CENTRE[0] + to * sine} ${CENTRE[1] + to * cosine}`;
      return stroke(d, colour, long ? 7 : 3.5);
    })
    .join('');
}

function ground(): string {
  const dusk = (seed: number, colour: string, x: number, density: (u: number) => number) =>
    stipple({
      seed,
      box: [x, 0, 240, HEIGHT],
      count: 2600,
      colour,
      size: 3.4,
      opacity: 0.85,
      density,
    });
  return (
    rect(0, 0, WIDTH / 2, HEIGHT, INK.ochre) +
    rect(WIDTH / 2, 0, WIDTH / 2, HEIGHT, INK.ink) +
    dusk(61, INK.ink, WIDTH / 2 - 240, (u) => u ** 5) +
    dusk(62, INK.ochre, WIDTH / 2, (u) => (1 - u) ** 5)
  );
}

function sunAndMoon(): string {
  const [x, y] = CENTRE;
  const left = rectPath(0, 0, WIDTH / 2, HEIGHT);
  const right = rectPath(WIDTH / 2, 0, WIDTH / 2, HEIGHT);
  const craters = stipple({
    seed: 63,
    box: [x, y - 90, 90, 180],
    count: 900,
    colour: INK.sea,
    size: 3,
    opacity: 0.7,
    density: (u, v) => (u * 0.6 + v * 0.4) ** 4,
  });
  return (
    clipped('sun', left, disc(x, y, 88, INK.rust)) +
    clipped('moon', right, disc(x, y, 88, INK.paper)) +
    clipped('crater', circlePath(x, y, 88), craters)
  );
}

/** Leaves as the hours of a clock: open on the side of the day, folded on that of the night. */
export function leafClock(): string {
  const body = [ground(), ticks(), ...range(HOURS).map(leaf), sunAndMoon(), printed(51)];
  return document(WIDTH, HEIGHT, body.join(''));
}
