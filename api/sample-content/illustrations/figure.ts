import { printed } from './grain.ts';
import { document, INK, rect } from './svg.ts';

/** Figures stand in the text, so they are quieter than the pictures and may carry words. */
export const FIGURE = { width: 1600, height: 900 } as const;

type Anchor = 'start' | 'middle' | 'end';

export function label(
  x: number,
  y: number,
  words: string,
  options: { anchor?: Anchor; colour?: string; size?: number; italic?: boolean } = {},
): string {
  const { anchor = 'start', colour = INK.ink, size = 40, italic = false } = options;
  const style = italic ? 'font-style="italic"' : '';
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" font-family="Liberation Serif, Georgia, serif" font-size="${size}" fill="${colour}" ${style}>${words}</text>`;
}

export function figure(body: readonly string[], seed: number): string {
  const { width, height } = FIGURE;
  const all = [rect(0, 0, width, height, INK.paper), ...body, printed(seed, width, height)];
  return document(width, height, all.join(''));
}
