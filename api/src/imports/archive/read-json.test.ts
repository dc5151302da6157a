import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Archive } from '../source.ts';
import { readJson } from './read-json.ts';

const ENTRY = { name: 'export.json', bytes: 0 };

/** A file that comes in chunks of this size. */
function archiveOf(file: Buffer, size: number): Archive {
  const chunks = Array.from({ length: Math.ceil(file.length / size) }, (_, index) =>
    file.subarray(index * size, (index + 1) * size),
  );
  return {
    ...{ name: 'export.json', isFolder: false, entries: [ENTRY] },
    open: async () => Readable.from(chunks),
    close: async () => {},
  };
}

const read = (file: Buffer, size: number) =>
  Array.fromAsync(readJson(archiveOf(file, size), ENTRY, { paths: ['$.posts.*'], recordDepth: 3 }));

test('U+FEFF stays in texts wherever the chunks end, and is no part of the file at its start', async () => {
  const post = { html: '\ufeffa\ufeff\ufeff 👍\uffee', tags: ['\ufeff'], none: null, number: 1 };
  const file = Buffer.from(`\ufeff${JSON.stringify({ posts: [post] })}`);
  for (let size = 1; size <= file.length; size += 1)
    expect(await read(file, size)).toEqual([{ list: 'posts', value: post }]);
});

test('a file that ends within a mark is damaged', async () => {
  const file = Buffer.from('{"posts":["\ufeff');
  await expect(read(file.subarray(0, -1), 4)).rejects.toThrow('is damaged or incomplete');
});
