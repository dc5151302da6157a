import { expect, test } from 'vitest';
import { archiveOf, wxr, wxrItem } from '../../../../../test-support/wordpress-exports.ts';
import { ImportError } from '../../source.ts';
import { wordpressFormat } from '../wordpress-format.ts';

async function firstItem(file: string | Buffer) {
  const source = await wordpressFormat.open(archiveOf(file));
  return (await Array.fromAsync(source.items()))[0];
}

const FILE = wxr(wxrItem({ title: 'Größe “x” – ok' }));

function latin1(text: string): Buffer {
  return Buffer.from(text.replace(/[“”–]/g, ''), 'latin1');
}

test.each(['1.0', '1.1', '1.2'])('WXR %s is recognised and read', async (version) => {
  const file = wxr(wxrItem(), { version });
  expect(await wordpressFormat.recognises(archiveOf(file))).toBe(true);
  expect(await firstItem(file)).toMatchObject({ title: 'A title' });
});

test.each([
  ['a byte order mark', Buffer.from(`\ufeff${FILE}`)],
  ['blank lines before it', Buffer.from(`\n \r\n${FILE}`)],
  ['UTF-16', Buffer.from(`\ufeff${FILE}`, 'utf16le')],
  ['UTF-8 that says it is not', Buffer.from(FILE.replace('UTF-8', 'ISO-8859-1'))],
])('an export with %s is recognised and read', async (_name, file) => {
  expect(await wordpressFormat.recognises(archiveOf(file))).toBe(true);
  expect(await firstItem(file)).toMatchObject({ title: 'Größe “x” – ok' });
});

test.each(['UTF-8', 'ISO-8859-1', 'nonsense'])(
  'Latin-1 that says it is %s is read',
  async (name) => {
    expect(await firstItem(latin1(FILE.replace('UTF-8', name)))).toMatchObject({
      title: 'Größe x ok',
    });
  },
);

test('a broken letter in UTF-8 harms no other', async () => {
  const [before, after] = FILE.split('“x”');
  const file = Buffer.concat([
    Buffer.from(before ?? ''),
    Buffer.from([0xc3]),
    Buffer.from(after ?? ''),
  ]);
  expect(await firstItem(file)).toMatchObject({ title: 'Größe \ufffd – ok' });
});

test('control characters are dropped', async () => {
  const file = FILE.replace('ok', 'o\u0000\u000b\u001f\uffffk\u0008');
  expect(await firstItem(file)).toMatchObject({ title: 'Größe “x” – ok' });
});

test.each([
  ['a web page', '<!DOCTYPE html><html><body>wordpress.org/export/ <rss></body></html>'],
  ['a feed', '<?xml version="1.0"?><rss version="2.0"><channel><item/></channel></rss>'],
  ['other XML', '<?xml version="1.0"?><svg xmlns:wp="http://wordpress.org/export/1.2/"/>'],
  ['an empty file', ''],
  ['text', 'Hello <rss'],
])('%s is not recognised, and opening it says so', async (_name, file) => {
  expect(await wordpressFormat.recognises(archiveOf(file))).toBe(false);
  await expect(wordpressFormat.open(archiveOf(file))).rejects.toThrow(
    /^This is not a WordPress export\. /,
  );
});

test.each([
  ['within an item', FILE.indexOf('<wp:status>') + 4],
  ['within its text', FILE.indexOf('Text.') + 2],
  ['behind the last item', FILE.indexOf('</channel>')],
  ['before its end', FILE.length - 3],
])('an export that ends %s is not complete', async (_name, length) => {
  const opening = wordpressFormat.open(archiveOf(FILE.slice(0, length)));
  await expect(opening).rejects.toThrow(ImportError);
  await expect(opening).rejects.toThrow(/not complete/);
});

test('XML that is damaged is said to be, with the line', async () => {
  const file = FILE.replace('<wp:status>', '<wp:status');
  await expect(wordpressFormat.open(archiveOf(file))).rejects.toThrow(/damaged at line \d+/);
});

test.each([
  ['a bomb', '<!DOCTYPE rss [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'],
  ['a file of the server', '<!DOCTYPE rss [<!ENTITY b SYSTEM "file:///etc/passwd">]>'],
])('entities that make %s are refused', async (_name, doctype) => {
  const file = FILE.replace('<rss', `${doctype}<rss`).replace('<![CDATA[Text.]]>', '&b;');
  expect(await wordpressFormat.recognises(archiveOf(file))).toBe(true);
  await expect(wordpressFormat.open(archiveOf(file))).rejects.toThrow(/DOCTYPE/);
});

test('an unknown entity is refused, too', async () => {
  const file = FILE.replace('<![CDATA[Text.]]>', '&b;');
  await expect(wordpressFormat.open(archiveOf(file))).rejects.toThrow(/damaged/);
});

test.each([
  ['text', wxrItem({ 'content:encoded': 'x'.repeat(17_000_000) })],
  ['depth', '<a>'.repeat(100)],
  ['number of elements', `<item>${'<category/>'.repeat(100_001)}</item>`],
])('an endless %s is refused before it fills the memory', async (_name, elements) => {
  const archive = archiveOf(wxr(elements), { partBytes: 65_536 });
  await expect(wordpressFormat.open(archive)).rejects.toThrow(/longer than 16 million characters/);
});
