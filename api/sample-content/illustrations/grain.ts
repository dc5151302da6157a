import { HEIGHT, INK, stroke, WIDTH } from './svg.ts';

/** The same numbers every time, so that a picture never changes by being drawn again. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Stipple = {
  readonly seed: number;
  readonly box: readonly [x: number, y: number, w: number, h: number];
  readonly count: number;
  readonly colour: string;
  /** How likely a dot is at a place of the box, both coordinates from 0 to 1. */
  readonly density?: (u: number, v: number) => number;
  readonly size?: number;
  readonly opacity?: number;
};

const SIZES = [0.7, 1, 1.4];

/** Dots as a lithographer's crayon leaves them; shade without a gradient. */
export function stipple(options: Stipple): string {
  const { seed, box, count, colour, density = () => 1, size = 3.4, opacity = 1 } = options;
  const [x, y, w, h] = box;
  const next = random(seed);
  const paths = SIZES.map(() => '');
  for (let dot = 0; dot < count; dot += 1) {
    const [u, v, chance, kind] = [next(), next(), next(), next()];
    if (chance > density(u, v)) continue;
    const index = Math.floor(kind * SIZES.length);
    paths[index] += `M${Math.round(x + u * w)} ${Math.round(y + v * h)}h0`;
  }
  return paths
    .map((d, index) =>
      d === '' ? '' : stroke(d, colour, size * (SIZES[index] ?? 1), `stroke-opacity="${opacity}"`),
    )
    .join('');
}

/** Parallel lines over a box, leaning by `lean` from its top to its foot. */
export function hatch(
  box: readonly [x: number, y: number, w: number, h: number],
  gap: number,
  lean: number,
  colour: string,
  width: number,
): string {
  const [x, y, w, h] = box;
  let d = '';
  for (let at = x - Math.abs(lean); at <= x + w + Math.abs(lean); at += gap) {
    d += `M${Math.round(at)} ${y}l${lean} ${h}`;
  }
  return stroke(d, colour, width);
}

/** Where the ink did not take, and where a little fell beside: light enough to stay small. */
export function printed(seed: number, width = WIDTH, height = HEIGHT): string {
  const box = [0, 0, width, height] as const;
  return (
    stipple({ seed, box, count: 1500, colour: INK.paper, size: 2.2, opacity: 0.3 }) +
    stipple({ seed: seed + 1, box, count: 1100, colour: INK.ink, size: 2.2, opacity: 0.14 })
  );
}
