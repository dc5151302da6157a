import { videoEmbed } from '@longhand/contract/video-embed';
import { parseLinkAddress } from '../html/link-address.ts';
import type { CleanedHtml, CleanOptions } from './cleaning/clean-pasted-html.ts';
import { isMarkdown } from './is-markdown.ts';

export type PastedData = {
  readonly html: string;
  readonly text: string;
  /** Only images. */
  readonly files: readonly File[];
  /** The names of all formats in the clipboard. */
  readonly types: readonly string[];
};

export type PastePlace = {
  /** The selected text; empty at a caret. */
  readonly selection: string;
  /** Whether the caret is in an empty line or paragraph. */
  readonly isOwnLine: boolean;
};

export type PasteDecision =
  /** The browser's own paste. */
  | { readonly kind: 'plain' }
  /** The text of a code editor. */
  | { readonly kind: 'code' }
  | { readonly kind: 'files'; readonly files: readonly File[] }
  /** Makes a link of the selection. */
  | { readonly kind: 'link'; readonly href: string }
  /** A frame with a video. */
  | { readonly kind: 'embed'; readonly html: string }
  /** Ask `convertPaste`. */
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

/** The address if the text is nothing else. A bare host could be meant as text. */
function loneAddress(text: string): string | null {
  const address = text.trim();
  if (/\s/.test(address) || !/^(?:https?:\/\/|mailto:|tel:|www\.)\S/i.test(address)) return null;
  const parsed = parseLinkAddress(address);
  return 'href' in parsed ? parsed.href : null;
}

/** HTML that somebody copied as text stays as it is. */
function isHtmlSource(text: string): boolean {
  return /^\s*<(?:!doctype|!--|[a-z][a-z0-9-]*[\s/>])/i.test(text) && text.trimEnd().endsWith('>');
}

const MONOSPACE = /font-family:[^;"]*(?:monospace|mono|consolas|menlo|courier)/i;

/** Code editors add colours as HTML; the code is the text. */
function isCodeEditor({ html, types }: PastedData): boolean {
  if (types.includes('vscode-editor-data')) return true;
  const start = html.slice(0, 2000).replace(/<meta[^>]*>|<!--StartFragment-->|<\/?head>/gi, '');
  const [, tag = '', style = ''] =
    /^\s*(?:<html>\s*)?(?:<body>\s*)?<(div|pre) style="([^"]*)"/i.exec(start) ?? [];
  if (!MONOSPACE.test(style) || !/background-color:/i.test(style)) return false;
  return tag.toLowerCase() === 'pre' ? /<html>/i.test(start) : /white-space: ?pre/i.test(style);
}

/** What to do with a paste; at once, so that the browser's own can be prevented. */
export function decidePaste(data: PastedData, place: PastePlace, isPlain: boolean): PasteDecision {
  const { html, text, files } = data;
  if (isPlain) return PLAIN;
  // Office programs add an image of the copied text.
  if (!data.types.includes('text/plain') && files.length > 0) return { kind: 'files', files };
  const address = loneAddress(text);
  if (address !== null) {
    // An address over an address replaces it.
    const isWords = place.selection.trim() !== '' && loneAddress(place.selection) === null;
    if (isWords) return { kind: 'link', href: address };
    const frame = place.isOwnLine ? videoEmbed(address) : null;
    return frame === null ? PLAIN : { kind: 'embed', html: frame };
  }
  if (isCodeEditor(data)) return { kind: 'code' };
  if (isHtmlSource(text)) return PLAIN;
  return html.trim() !== '' || isMarkdown(text) ? { kind: 'convert' } : PLAIN;
}

export type ConvertedPaste =
  /** To be inserted as it is. */
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'html' } & CleanedHtml)
  /** With the text that it was made of. */
  | ({ readonly kind: 'markdown'; readonly text: string } & CleanedHtml);

/** The parser, loaded on demand. */
const loadCleaner = () => import('./cleaning/clean-pasted-html.ts');
const loadMarkdown = () => import('./cleaning/markdown.ts');

/** Loads all that a paste may need, so that it works when the connection is lost. */
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

/** The text if the code cannot be loaded or the HTML is too complex. */
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
