import { readStart, utf16Of } from '../../archive/read-entry.ts';
import { type Archive, type ArchiveEntry, ImportError } from '../../source.ts';
import { readChannelElements, type WxrElement } from './channel-elements.ts';

type Chunks = AsyncIterable<Buffer>;

/** The declaration is the first line. */
const DECLARATION_BYTES = 200;

/** Encodings of Unicode are ignored, because the bytes are known to be something else. */
function declaredEncoding(start: Buffer): string {
  const declaration = start.subarray(0, DECLARATION_BYTES).toString('latin1');
  const name = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration)?.[1] ?? '';
  try {
    const { encoding } = new TextDecoder(name);
    return encoding.startsWith('utf-') ? 'windows-1252' : encoding;
  } catch {
    return 'windows-1252';
  }
}

async function isUtf8(chunks: Chunks): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/**
 * A text that is cut in the middle of a character is still UTF-8 if it has more letters than broken
 * characters.
 */
async function isMostlyUtf8(chunks: Chunks): Promise<boolean> {
  const decoder = new TextDecoder();
  let broken = 0;
  let letters = 0;
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    broken += text.split('\ufffd').length - 1;
    letters += text.match(/[^\p{ASCII}\ufffd]/gu)?.length ?? 0;
  }
  return letters >= broken;
}

async function firstChunk(chunks: Chunks): Promise<Buffer> {
  for await (const chunk of chunks) return chunk;
  return Buffer.alloc(0);
}

/** The bytes decide, because exports of old servers declare UTF-8 whatever their encoding is. */
async function detectEncoding(archive: Archive, entry: ArchiveEntry): Promise<string> {
  const start = await firstChunk(await archive.open(entry));
  const utf16 = utf16Of(start);
  if (utf16) return utf16;
  if (await isUtf8(await archive.open(entry))) return 'utf-8';
  if (await isMostlyUtf8(await archive.open(entry))) return 'utf-8';
  return declaredEncoding(start);
}

/** XML forbids control characters other than tabs and line breaks, but exports contain them. */
const FORBIDDEN = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu;

/** Also drops blank lines that scripts of the server have written before the XML. */
async function* decodeXml(chunks: Chunks, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let hasBegun = false;
  for await (const chunk of chunks) {
    const decoded = decoder.decode(chunk, { stream: true }).replace(FORBIDDEN, '');
    const text: string = hasBegun ? decoded : decoded.trimStart();
    hasBegun ||= text !== '';
    yield text;
  }
  yield decoder.decode();
}

/** There may be several, because large exports are split. */
export type WxrFile = { readonly entry: ArchiveEntry; readonly encoding: string };

/** An export begins with a comment of half a page, and plugins add more. */
const START_BYTES = 64 * 1024;

const PROLOGUE = /^\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>[]*(?:\[.*?\]\s*)?>\s*)*/s;

function startsAsExport(start: string): boolean {
  const xml = start.replace(PROLOGUE, '');
  const root = /^<rss\b[^>]*>/.exec(xml)?.[0];
  return (
    root !== undefined &&
    (/wordpress\.org\/export\//.test(root) || xml.includes('<wp:wxr_version>'))
  );
}

async function isExport(archive: Archive, entry: ArchiveEntry): Promise<boolean> {
  const mayBe = archive.entries.length === 1 || /\.(?:xml|wxr)$/i.test(entry.name);
  return mayBe && startsAsExport(await readStart(archive, entry, START_BYTES));
}

export async function hasExport(archive: Archive): Promise<boolean> {
  for (const entry of archive.entries) if (await isExport(archive, entry)) return true;
  return false;
}

export async function findExports(archive: Archive): Promise<WxrFile[]> {
  const files: WxrFile[] = [];
  for (const entry of archive.entries.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (await isExport(archive, entry))
      files.push({ entry, encoding: await detectEncoding(archive, entry) });
  if (files.length > 0) return files;
  throw new ImportError(
    'This is not a WordPress export. In WordPress, choose “Export” in the menu “Tools”, then “All content”, and import the file that it gives you.',
  );
}

export async function* readExports(
  archive: Archive,
  files: readonly WxrFile[],
): AsyncGenerator<WxrElement> {
  for (const { entry, encoding } of files)
    yield* readChannelElements(decodeXml(await archive.open(entry), encoding));
}
