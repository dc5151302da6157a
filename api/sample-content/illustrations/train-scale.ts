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
  rectPath,
  ring,
  shape,
  stroke,
  WIDTH,
} from './svg.ts';

const WINDOW = [130, 96, 1340, 640, 76] as const;
const TABLE = 880;

function ridge(base: number, height: number, stretch: number, shift: number): string {
  const line = range(101).map((step): Point => {
    const x = step * 16;
    return [
      x,
      base - height * (Math.sin(x / stretch + shift) + 0.4 * Math.sin(x / (stretch * 0.43))),
    ];
  });
  return `M${points(line)}V${HEIGHT}H0Z`;
}

function landscape(): string {
  const far = ridge(500, 34, 260, 0.4);
  const near = ridge(586, 26, 330, 2.2);
  const shade = (seed: number, colour: string) =>
    stipple({
      seed,
      box: [130, 440, 1340, 300],
      count: 2400,
      colour,
      size: 3,
      opacity: 0.5,
      density: (u, v) => (u * 0.4 + v * 0.6) ** 3,
    });
  return (
    rect(100, 60, 1400, 700, INK.sky) +
    disc(330, 300, 118, INK.rust) +
    shape(far, INK.sage) +
    clipped('far', far, shade(41, INK.sea)) +
    wires() +
    shape(near, INK.ochre) +
    clipped('near', near, shade(42, INK.rust))
  );
}

/** Telegraph poles: what is read on a train has to come from somewhere. */
function wires(): string {
  const gap = 190;
  const poles = range(9).map((index) => 20 + index * gap);
  const pole = (x: number) =>
    rect(x - 3, 424, 6, 130, INK.ink) +
    rect(x - 25, 438, 50, 5, INK.ink) +
    rect(x - 18, 456, 36, 5, INK.ink);
  const sag = (dx: number, y: number) =>
    poles.map((x) => `M${x + dx} ${y}q${gap / 2} 34 ${gap} 0`).join('');
  return (
    stroke(sag(-22, 437) + sag(22, 437) + sag(0, 455), INK.ink, 1.6) + poles.map(pole).join('')
  );
}

function carriage(): string {
  const [x, y, w, h, r] = WINDOW;
  const glass = rectPath(x, y, w, h, r);
  return (
    rect(0, 0, WIDTH, HEIGHT, INK.sea) +
    shape(rectPath(x - 34, y - 34, w + 68, h + 68, r + 34), INK.ink) +
    shape(rectPath(x - 20, y - 20, w + 40, h + 40, r + 20), INK.paper) +
    clipped('glass', glass, landscape()) +
    stroke(glass, INK.ink, 6)
  );
}

function table(): string {
  const front = rectPath(0, TABLE + 34, WIDTH, HEIGHT - TABLE - 34);
  return (
    rect(0, TABLE, WIDTH, 34, INK.paper) +
    shape(front, INK.ink) +
    clipped('front', front, hatch([0, TABLE + 34, WIDTH, 160], 26, -60, INK.sea, 2))
  );
}

const PIVOT: Point = [830, 312];
const ARM = 330;
const TILT = 0.2;

function armEnd(side: 1 | -1): Point {
  return [PIVOT[0] + side * ARM * Math.cos(TILT), PIVOT[1] + side * ARM * Math.sin(TILT)];
}

function pan(side: 1 | -1): string {
  const [x, y] = armEnd(side);
  const low = y + 330;
  return (
    stroke(`M${x - 120} ${low}L${x} ${y}L${x + 120} ${low}`, INK.ink, 4) +
    shape(`M${x - 138} ${low}h276q-24 46 -92 46h-92q-68 0 -92 -46Z`, INK.ink) +
    disc(x, y, 13, INK.rust) +
    ring(x, y, 13, INK.ink, 5)
  );
}

function page(): string {
  const [x, y] = armEnd(-1);
  const [left, top] = [x - 48, y + 330 - 128];
  const lines = range(6)
    .map((row) => `M${left + 18} ${top + 26 + row * 15}h${row === 5 ? 32 : 60}`)
    .join('');
  return rect(left, top, 96, 128, INK.paper) + stroke(lines, INK.ink, 4);
}

function load(): string {
  const [x, y] = armEnd(1);
  const low = y + 330;
  const block = (bx: number, by: number, w: number, h: number, colour: string, seed: number) =>
    rect(bx, by, w, h, colour) +
    stipple({
      seed,
      box: [bx + 3, by + 3, w - 6, h - 6],
      count: 300,
      colour: INK.ink,
      size: 2.6,
      opacity: 0.5,
      density: (u, v) => Math.max(0, u + v - 0.9) ** 1.6,
    });
  return (
    block(x - 104, low - 74, 112, 74, INK.rust, 51) +
    block(x + 8, low - 98, 88, 98, INK.sea, 52) +
    block(x - 72, low - 140, 80, 66, INK.paper, 53) +
    block(x - 46, low - 182, 50, 42, INK.rust, 54)
  );
}

function scale(): string {
  const [x, y] = PIVOT;
  return (
    shape(`M${x - 11} ${y}h22l7 ${TABLE - y - 40}h-36Z`, INK.ink) +
    shape(`M${x - 150} ${TABLE}q20 -46 110 -50h80q90 4 110 50Z`, INK.ink) +
    polyline([armEnd(-1), armEnd(1)], INK.ink, 16) +
    page() +
    load() +
    pan(-1) +
    pan(1) +
    disc(x, y, 30, INK.ochre) +
    clipped('pivot', circlePath(x, y, 30), hatch([x - 30, y - 30, 60, 60], 8, 30, INK.ink, 1.5)) +
    ring(x, y, 30, INK.ink, 7)
  );
}

/** A page in one pan, all that is sent with it in the other, seen on a slow train. */
export function trainScale(): string {
  return document(WIDTH, HEIGHT, carriage() + table() + scale() + printed(31));
}
