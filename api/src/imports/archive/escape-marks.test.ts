import { expect, test } from 'vitest';
import { escapeMarks } from './escape-marks.ts';

async function escaped(bytes: Buffer, size: number): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return Buffer.concat(await Array.fromAsync(escapeMarks(chunks()))).toString('latin1');
}

test('U+FEFF in a text is an escape, wherever the chunks end; that of the file is left out', async () => {
  const file = Buffer.from('\ufeff"\ufeffa\ufeff\ufeff\uffff"');
  const expected = Buffer.from(String.raw`"\ufeffa\ufeff\ufeff`).toString('latin1');
  for (let size = 1; size <= file.length; size += 1)
    expect(await escaped(file, size)).toBe(expected + Buffer.from('\uffff"').toString('latin1'));
  expect(await escaped(Buffer.from([0x22, 0xef, 0xbb]), 2)).toBe('"\xef\xbb');
});
