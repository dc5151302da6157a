import { readFileSync } from 'node:fs';
import type { DrawJob } from './draw-job.ts';

/** The characters of the subset fonts. */
const DRAWABLE: ReadonlySet<string> = new Set(
  readFileSync(new URL('./fonts/characters.txt', import.meta.url), 'utf8').replace(/\p{C}/gu, ''),
);

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Removes characters that would be drawn as empty boxes, and the gaps they leave. */
function withoutUndrawable(text: string): string {
  const drawn = Array.from(text, (character) => (DRAWABLE.has(character) ? character : ' ')).join(
    '',
  );
  if (drawn === text) return text;
  return drawn
    .replace(/\(\s*\)|\[\s*\]|“\s*”|"\s*"|«\s*»/gu, '')
    .replace(/\s+(?=[!?.,;:…)\]’”»])/gu, '')
    .replace(/^[\s!?.,;:…–—-]+/u, '');
}

/** '' if less than half of the letters can be drawn. */
export function drawable(text: string): string {
  const normalized = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const drawn = withoutUndrawable(normalized).replace(/\s+/gu, ' ').trim();
  const letters = countLetters(drawn);
  return letters === 0 || 2 * letters < countLetters(normalized) ? '' : drawn;
}

/** The site name replaces a title that cannot be drawn. */
export function drawableText({ title, topic, siteName }: DrawJob) {
  const site = drawable(siteName);
  const drawnTitle = drawable(title);
  return {
    title: drawnTitle || site,
    topic: drawable(topic ?? ''),
    siteName: drawnTitle ? site : '',
  };
}
