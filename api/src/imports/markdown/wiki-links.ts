import { escapeAttribute, escapeText } from '@longhand/contract/search';
import { pathAddress } from './addresses.ts';
import type { LinkTargets } from './link-targets.ts';
import { outsideCode } from './outside-code.ts';

const WIKI_LINK = /(!?)\[\[([^[\]|]{1,500})(?:\|([^[\]]{0,500}))?\]\]/g;
const MARK = /==([^=\s](?:[^=]{0,500}[^=\s])?)==/g;
const COMMENT = /%%[^%]{0,5000}%%/g;
const PICTURE = /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i;

function picture(address: string, label: string): string {
  const alt = /^\d+(x\d+)?$/.test(label) ? '' : label;
  return `<img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}">`;
}

/** A link to a file of the folder; null if it has none of that name. */
function link(isShown: boolean, target: string, label: string, targets: LinkTargets) {
  const [name = '', heading = ''] = target.split('#', 2);
  const path = targets.byName(name.trim());
  if (path === undefined) return null;
  if (isShown && PICTURE.test(path)) return picture(pathAddress(path), label);
  const text = label || (heading ? `${name} › ${heading}` : name);
  return `<a href="${escapeAttribute(pathAddress(path))}">${escapeText(text)}</a>`;
}

/** Links by the name of a note. Where a generator has made the pages, other brackets stay text. */
export function expandWikiLinks(text: string, targets: LinkTargets, isVault: boolean): string {
  return outsideCode(text, (line) =>
    line.replace(WIKI_LINK, (whole, shown: string, target: string, label = '') => {
      const found = link(shown === '!', target, label.trim(), targets);
      return found ?? (isVault ? escapeText(label.trim() || target) : whole);
    }),
  );
}

/** What only Obsidian has: `==marks==` and `%%comments%%`. */
export function expandObsidian(text: string): string {
  return outsideCode(text.replace(/^%%\n[\s\S]{0,20000}?\n%%$/gm, ''), (line) =>
    line.replace(COMMENT, '').replace(MARK, '<mark>$1</mark>'),
  );
}
