import { escapeAttribute, escapeText } from '@longhand/contract/posts/search';
import { pathAddress } from './addresses.ts';
import type { LinkTargets } from './link-targets.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
/** Longer lines hardly contain wiki links, and would take much time. */
const MAX_LINE = 20_000;

type Run = { readonly from: number; readonly to: number };

/** Pairs each run of backticks with the next of the same length, from the end to the beginning. */
function codeIn(line: string): Run[] {
  const next = new Map<number, number>();
  const runs = Array.from(line.matchAll(/`+/g), ({ 0: ticks, index }) => ({ ticks, index }));
  return runs
    .toReversed()
    .flatMap(({ ticks: { length }, index }) => {
      const to = next.get(length);
      next.set(length, index + length);
      return to === undefined ? [] : { from: index, to };
    })
    .toReversed();
}

function changeLine(line: string, change: (text: string) => string): string {
  if (line.length > MAX_LINE) return line;
  let [changed, at] = ['', 0];
  for (const { from, to } of codeIn(line)) {
    if (from < at) continue;
    changed += change(line.slice(at, from)) + line.slice(from, to);
    at = to;
  }
  return changed + change(line.slice(at));
}

function outsideCode(text: string, change: (text: string) => string): string {
  let fence = '';
  return text
    .split('\n')
    .map((line) => {
      const [, marks = ''] = FENCE.exec(line) ?? [];
      if (fence !== '') {
        if (marks.startsWith(fence)) fence = '';
        return line;
      }
      fence = marks;
      return marks === '' ? changeLine(line, change) : line;
    })
    .join('\n');
}

const WIKI_LINK = /(!?)\[\[([^[\]|]{1,500})(?:\|([^[\]]{0,500}))?\]\]/g;
const MARK = /==([^=\s](?:[^=]{0,500}[^=\s])?)==/g;
const COMMENT = /%%[^%]{0,5000}%%/g;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;

function picture(address: string, label: string): string {
  const alt = /^\d+(x\d+)?$/.test(label) ? '' : label;
  return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}">`;
}

/** Null if the folder has no file of that name. */
function link(isShown: boolean, target: string, label: string, targets: LinkTargets) {
  const [name = '', heading = ''] = target.split('#', 2);
  const path = targets.byName(name.trim());
  if (path === undefined) return null;
  if (isShown && PICTURE.test(path)) return picture(pathAddress(path), label);
  const text = label || (heading ? `${name} › ${heading}` : name);
  return `<a href="${escapeAttribute(pathAddress(path))}">${escapeText(text)}</a>`;
}

/** Links contain the name of a note. If a generator has made the pages, other brackets stay text. */
export function expandWikiLinks(text: string, targets: LinkTargets, isVault: boolean): string {
  return outsideCode(text, (line) =>
    line.replace(WIKI_LINK, (whole, shown: string, target: string, label = '') => {
      const found = link(shown === '!', target, label.trim(), targets);
      return found ?? (isVault ? escapeText(label.trim() || target) : whole);
    }),
  );
}

/** Only Obsidian has `==marks==` and `%%comments%%`. */
export function expandObsidian(text: string): string {
  return outsideCode(text.replace(/^%%\n[\s\S]{0,20000}?\n%%$/gm, ''), (line) =>
    line.replace(COMMENT, '').replace(MARK, '<mark>$1</mark>'),
  );
}
