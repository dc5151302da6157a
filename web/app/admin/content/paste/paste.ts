import { videoEmbed } from '@longhand/contract/media/video-address';
import { parseLinkAddress } from '../html/link-address.ts';
import type { Pictures } from '../pictures/use-pictures.ts';
import type { CleanedHtml, CleanOptions } from './cleaning/clean-pasted-html.ts';
import { isMarkdown } from './plain-text.ts';
import { tableOfTabs } from './tab-table.ts';

type KeyPress = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'key' | 'timeStamp'>;

const MAX_KEYS_TO_PASTE_MS = 1000;

/** Not every browser leaves out the HTML for 'Paste as plain text', so its keys are remembered. */
export class PlainPasteKeys {
  #pressedAt = Number.NEGATIVE_INFINITY;

  onKeyDown({ ctrlKey, metaKey, shiftKey, key, timeStamp }: KeyPress): void {
    const isPaste = (ctrlKey || metaKey) && key.toLowerCase() === 'v';
    if (isPaste) this.#pressedAt = shiftKey ? timeStamp : Number.NEGATIVE_INFINITY;
  }

  havePasted({ timeStamp }: Pick<Event, 'timeStamp'>): boolean {
    return timeStamp - this.#pressedAt < MAX_KEYS_TO_PASTE_MS;
  }
}

/** An unusable picture is removed with its line. */
function replaceFigure(html: string, figure: string, token: string | null): string {
  if (token !== null) return html.replace(figure, () => token);
  return html.replace(`${figure}\n`, '').replace(figure, '');
}

export function insertPasted(
  { html, pictures: pasted }: CleanedHtml,
  pictures: Pick<Pictures, 'insertWith' | 'notePasted'>,
  insert: (html: string) => void,
): void {
  const insertWith = (tokens: readonly (string | null)[]) => {
    const figures = pasted.map((picture) => picture.html);
    insert(
      figures.reduce((now, each, index) => replaceFigure(now, each, tokens[index] ?? null), html),
    );
  };
  pictures.notePasted(html);
  const files = pasted.map(({ file }) => file);
  if (files.length === 0) insert(html);
  else pictures.insertWith(files, insertWith, (url, index) => pasted[index]?.uploaded(url) ?? '');
}

export type PastedData = {
  readonly html: string;
  readonly text: string;
  readonly files: readonly File[];
  readonly types: readonly string[];
};

export type PastePlace = {
  readonly selection: string;
  /** True if the caret is in an empty line or paragraph. */
  readonly isOwnLine: boolean;
};

type PasteDecision =
  | { readonly kind: 'plain' }
  | { readonly kind: 'code' }
  | { readonly kind: 'files'; readonly files: readonly File[] }
  | { readonly kind: 'link'; readonly href: string }
  | { readonly kind: 'embed'; readonly html: string }
  /** Undo gives the pasted text. */
  | { readonly kind: 'table'; readonly html: string }
  /** `convertPaste` decides. */
  | { readonly kind: 'convert' };

export function readClipboard(clipboard: DataTransfer): PastedData {
  return {
    html: clipboard.getData('text/html'),
    text: clipboard.getData('text/plain').replace(/\r\n?/g, '\n'),
    types: [...clipboard.types],
    files: [...clipboard.files].filter((file) => file.type.startsWith('image/')),
  };
}

const PLAIN: PasteDecision = { kind: 'plain' };

/** Null unless the text is only an address. A bare host could be meant as text. */
function loneAddress(text: string): string | null {
  const address = text.trim();
  if (/\s/.test(address) || !/^(?:https?:\/\/|mailto:|tel:|www\.)\S/i.test(address)) return null;
  const parsed = parseLinkAddress(address);
  return 'href' in parsed ? parsed.href : null;
}

/** HTML that was copied as text stays as it is. */
function isHtmlSource(text: string): boolean {
  return /^\s*<(?:!doctype|!--|[a-z][a-z0-9-]*[\s/>])/i.test(text) && text.trimEnd().endsWith('>');
}

const MONOSPACE = /font-family:[^;"]*(?:monospace|mono|consolas|menlo|courier)/i;

/** Code editors add HTML with colours; the code is in the text. */
function isCodeEditor({ html, types }: PastedData): boolean {
  if (types.includes('vscode-editor-data')) return true;
  const start = html.slice(0, 2000).replace(/<meta[^>]*>|<!--StartFragment-->|<\/?head>/gi, '');
  const [, tag = '', style = ''] =
    /^\s*(?:<html>\s*)?(?:<body>\s*)?<(div|pre) style="([^"]*)"/i.exec(start) ?? [];
  if (!MONOSPACE.test(style) || !/background-color:/i.test(style)) return false;
  return tag.toLowerCase() === 'pre' ? /<html>/i.test(start) : /white-space: ?pre/i.test(style);
}

/** Synchronous, so that the browser's own paste can be prevented. */
export function decidePaste(data: PastedData, place: PastePlace, isPlain: boolean): PasteDecision {
  const { html, text, files } = data;
  if (isPlain) return PLAIN;
  // Office programs add an image of the copied text.
  if (!data.types.includes('text/plain') && files.length > 0) return { kind: 'files', files };
  const address = loneAddress(text);
  if (address !== null) {
    // An address pasted over an address replaces it.
    const isWords = place.selection.trim() !== '' && loneAddress(place.selection) === null;
    if (isWords) return { kind: 'link', href: address };
    const frame = place.isOwnLine ? videoEmbed(address) : null;
    return frame === null ? PLAIN : { kind: 'embed', html: frame };
  }
  if (isCodeEditor(data)) return { kind: 'code' };
  if (isHtmlSource(text)) return PLAIN;
  if (html.trim() !== '' || isMarkdown(text)) return { kind: 'convert' };
  const table = place.isOwnLine ? tableOfTabs(text) : null;
  return table === null ? PLAIN : { kind: 'table', html: table };
}

export type ConvertedPaste =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'html' } & CleanedHtml)
  | ({ readonly kind: 'markdown'; readonly text: string } & CleanedHtml);

const loadCleaner = () => import('./cleaning/clean-pasted-html.ts');
const loadMarkdown = () => import('./cleaning/markdown.ts');

/** Loads all that a paste may need, so that it works without a connection. */
export function prefetchPaste(): void {
  // A failure is handled when something is pasted.
  Promise.all([loadCleaner(), loadMarkdown(), import('marked')]).catch(() => {});
}

async function convert(data: PastedData, options: CleanOptions): Promise<ConvertedPaste> {
  const { html, text } = data;
  const { cleanPastedHtml } = await loadCleaner();
  const cleaned = html.trim() === '' ? null : cleanPastedHtml(html, options);
  if ((!cleaned || cleaned.isPlain) && isMarkdown(text)) {
    const { markdownToHtml } = await loadMarkdown();
    return { kind: 'markdown', text, ...(await markdownToHtml(text, options)) };
  }
  return cleaned && cleaned.html !== '' ? { kind: 'html', ...cleaned } : { kind: 'text', text };
}

/** Returns the text if the code cannot be loaded or the HTML is too complex. */
export async function convertPaste(
  data: PastedData,
  options: Pick<CleanOptions, 'site' | 'firstFootnote'>,
): Promise<ConvertedPaste> {
  try {
    return await convert(data, { ...options, files: data.files });
  } catch (error) {
    console.warn(error);
    return { kind: 'text', text: data.text };
  }
}
