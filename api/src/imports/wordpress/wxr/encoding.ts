import { utf16Of } from '../../archive/read-entry.ts';
import type { Archive, ArchiveEntry } from '../../source.ts';

type Chunks = AsyncIterable<Buffer>;

/** Enough for the declaration, which is the first line. */
const DECLARATION_BYTES = 200;

/** A name that the decoder knows, and none of Unicode: the bytes are known to be something else. */
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

/** A text cut in the middle of a letter is still UTF-8: one that has more letters than broken ones. */
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

/** By its bytes: exports of old servers declare UTF-8 whatever they are in. */
export async function detectEncoding(archive: Archive, entry: ArchiveEntry): Promise<string> {
  const start = await firstChunk(await archive.open(entry));
  const utf16 = utf16Of(start);
  if (utf16) return utf16;
  if (await isUtf8(await archive.open(entry))) return 'utf-8';
  if (await isMostlyUtf8(await archive.open(entry))) return 'utf-8';
  return declaredEncoding(start);
}

/** What XML forbids, but exports have: control characters other than tabs and line breaks. */
const FORBIDDEN = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu;

/** Also drops what scripts of the server have written before the XML: blank lines. */
export async function* decodeXml(chunks: Chunks, encoding: string): AsyncGenerator<string> {
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
