import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test-support/temporary-folder.ts';
import { wxr, wxrField, wxrItem } from '../../../../test-support/wordpress-exports.ts';
import type { Archive } from '../source.ts';
import { wordpressFormat } from './wordpress-format.ts';

function folderOf(files: Readonly<Record<string, string>>): Archive {
  const entries = Object.entries(files).map(([name, text]) => ({ name, bytes: text.length }));
  const open = async ({ name }: { name: string }) =>
    Readable.from([Buffer.from(files[name] ?? '')]);
  return { name: 'folder', isFolder: true, entries, open, close: async () => {} };
}

const attachment = wxrItem({
  'wp:post_id': '9',
  'wp:post_type': 'attachment',
  'wp:attachment_url': 'https://old.example/wp-content/uploads/2009/09/a.jpg',
});

/** As WordPress.com gives them: the export in parts, and the pictures. */
const FOLDER = folderOf({
  'site/blog.wordpress.001.xml': wxr(attachment),
  'site/blog.wordpress.000.xml': wxr(wxrItem({}, wxrField('_thumbnail_id', '9'))),
  'site/other.xml': '<svg/>',
  'site/wp-content/uploads/2009/09/ä b.jpg': 'picture',
  'media/2010/01/a.jpg': 'another',
});

test('an export in several files is read as one', async () => {
  expect(await wordpressFormat.recognises(FOLDER)).toBe(true);
  const source = await wordpressFormat.open(FOLDER);
  const items = await Array.fromAsync(source.items());
  expect(items).toMatchObject([
    { title: 'A title', featuredImage: { address: expect.stringContaining('/a.jpg') } },
    { kind: 'skipped' },
  ]);
});

test.each([
  ['https://old.example/wp-content/uploads/2009/09/%C3%A4%20b.jpg?w=300', 'picture'],
  ['https://files.example/2010/01/a.jpg', 'another'],
  ['https://old.example/wp-content/uploads/2009/09/a.jpg', null],
  ['https://old.example/', null],
  ['//', null],
])('the picture at %s is that of the archive', async (address, text) => {
  const source = await wordpressFormat.open(FOLDER);
  const [document] = await Array.fromAsync(source.items());
  const to = join(temporaryFolder(), 'picture');
  expect(await source.copyPicture(address, document as never, to)).toBe(text !== null);
  if (text !== null) expect(await readFile(to, 'utf8')).toBe(text);
});
