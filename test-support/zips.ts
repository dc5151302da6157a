import { buffer } from 'node:stream/consumers';
import { type Options, ZipFile } from 'yazl';

export type ZipFiles = Readonly<Record<string, string | Buffer>>;

/** The bytes of a zip with these files. */
export async function makeZip(files: ZipFiles, options: Partial<Options> = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), name, options);
  zip.end({ forceZip64Format: options.forceZip64Format ?? false, comment: '' });
  return buffer(zip.outputStream);
}

/** Other bytes of the same length, wherever they are: names are in a zip twice. */
export function replaceBytes(zip: Buffer, from: string, to: string | Buffer): Buffer {
  const [wanted, bytes] = [Buffer.from(from), Buffer.from(to)];
  if (wanted.length !== bytes.length) throw new Error('The lengths differ');
  const changed = Buffer.from(zip);
  for (let at = changed.indexOf(wanted); at !== -1; at = changed.indexOf(wanted, at + 1))
    bytes.copy(changed, at);
  return changed;
}
