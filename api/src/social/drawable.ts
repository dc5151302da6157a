import { readFileSync } from 'node:fs';
import type { DrawJob } from './draw-job.ts';

/** What the fonts can draw, as the tool that cut them wrote it down. */
const DRAWABLE: ReadonlySet<string> = new Set(
  readFileSync(new URL('./fonts/characters.txt', import.meta.url), 'utf8').replace(/\p{C}/gu, ''),
);

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** The text without what would be drawn as an empty box, and without the gaps that this leaves. */
function withoutUndrawable(text: string): string {
  const kept = Array.from(text, (each) => (DRAWABLE.has(each) ? each : ' ')).join('');
  if (kept === text) return text;
  return kept
    .replace(/\(\s*\)|\[\s*\]|“\s*”|"\s*"|«\s*»/gu, '')
    .replace(/\s+(?=[!?.,;:…)\]’”»])/gu, '')
    .replace(/^[\s!?.,;:…–—-]+/u, '');
}

/** The text as it can be drawn; '' where too little of it is left to make sense. */
export function drawable(text: string): string {
  const whole = text.normalize('NFC').replace(/\s+/gu, ' ').trim();
  const kept = withoutUndrawable(whole).replace(/\s+/gu, ' ').trim();
  const letters = countLetters(kept);
  return letters === 0 || 2 * letters < countLetters(whole) ? '' : kept;
}

/** The words of a picture as they can be drawn; the name of the site where there is no title left. */
export function readable({ title, topic, siteName }: DrawJob) {
  const site = drawable(siteName);
  const words = drawable(title);
  return { title: words || site, topic: drawable(topic ?? ''), siteName: words ? site : '' };
}
