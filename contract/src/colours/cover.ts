import { hash } from '../hash.ts';

export const COVER_VARIANTS = 6;

export function coverSeed(title: string, topic: string | undefined): number {
  return hash(title + (topic ?? ''));
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${r} ${r} 0 0 1 ${-2 * r} 0z`;
}

function times(count: number, draw: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => draw(n)).join('');
}

/** The SVG path is for a viewBox of 300 by 200: a circle, rings, bars or a sun. */
export function coverFigure(seed: number): { path: string; filled: boolean } {
  const x = 150 + ((seed >>> 3) % 120);
  const y = 20 + ((seed >>> 9) % 90);
  const r = 40 + ((seed >>> 15) % 50);
  switch ((seed >>> 5) % 4) {
    case 0:
      return { path: circle(x, y, r), filled: true };
    case 1:
      return { path: times(4, (n) => circle(x, y, r * (0.4 + n * 0.35))), filled: false };
    case 2: {
      const bar = (n: number) => `M${x - 40 + n * 22} ${y - 40 + n * 9}h9v260h-9z`;
      return { path: times(6, bar), filled: true };
    }
    default: {
      const sun = `M${x - r * 1.6} 200a${r * 1.6} ${r * 1.6} 0 0 1 ${r * 3.2} 0z`;
      return { path: sun, filled: true };
    }
  }
}
