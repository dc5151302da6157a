import { printed, random, stipple } from './grain.ts';
import {
  circlePath,
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

const GROUND = 930;
const COIN = { width: 104, height: 20, gap: 3 } as const;
const STACKS = 9;
const GROWTH = 1.5;

function coinsIn(stack: number): number {
  return Math.ceil(GROWTH ** stack);
}

function hill(id: string, lift: number, growth: number, colour: string, shadow: string): string {
  const top = (x: number) =>
    GROUND - lift - 26 * growth ** (x / 170) + 12 * Math.sin(x / 130 + lift);
  const line = range(101).map((step): Point => [step * 16, top(step * 16)]);
  const d = `M${points(line)}V${GROUND}H0Z`;
  const shade = stipple({
    seed: lift,
    box: [0, 300, WIDTH, GROUND - 300],
    count: 5200,
    colour: shadow,
    size: 3,
    opacity: 0.5,
    density: (u, v) => (v > 0.1 ? Math.max(0, u - 0.25) ** 2 * v : 0),
  });
  return shape(d, colour) + clipped(id, d, shade);
}

function sun(): string {
  const [x, y, r] = [470, 330, 168];
  const shade = stipple({
    seed: 3,
    box: [x - r, y - r, 2 * r, 2 * r],
    count: 3000,
    colour: INK.ink,
    size: 3,
    opacity: 0.35,
    density: (u, v) => Math.max(0, v - 0.35 - (u - 0.5) * 0.2) ** 1.6,
  });
  return disc(x, y, r, INK.rust) + clipped('sun', circlePath(x, y, r), shade);
}

function coin(x: number, y: number): string {
  const { width, height } = COIN;
  const edge = range(7)
    .map((notch) => `M${x + width - 46 + notch * 6} ${y + 5}v${height - 10}`)
    .join('');
  return rect(x, y, width, height, INK.ochre, 'rx="5"') + stroke(edge, INK.ink, 1.8);
}

function stack(index: number, next: () => number): string {
  const left = 78 + index * 163;
  const count = coinsIn(index);
  const coins = range(count).map((place) => {
    const sway = Math.round((next() - 0.5) * 9);
    return coin(left + sway, GROUND - (place + 1) * (COIN.height + COIN.gap));
  });
  // An ink column behind the coins prints the thin dark line between them.
  const height = count * (COIN.height + COIN.gap);
  return rect(left + 7, GROUND - height + 4, COIN.width - 14, height, INK.ink) + coins.join('');
}

/** The same few coins, a step further each time, until they stand higher than the hills. */
export function coinHills(): string {
  const next = random(8);
  const body = [
    rect(0, 0, WIDTH, HEIGHT, INK.paper),
    sun(),
    hill('far', 96, 1.36, INK.sky, INK.sage),
    hill('middle', 46, 1.31, INK.sage, INK.sea),
    hill('near', 8, 1.23, INK.sea, INK.ink),
    rect(0, GROUND, WIDTH, HEIGHT - GROUND, INK.ink),
    ...range(STACKS).map((index) => stack(index, next)),
    printed(21),
  ];
  return document(WIDTH, HEIGHT, body.join(''));
}
