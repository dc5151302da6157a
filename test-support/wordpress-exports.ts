import { Readable } from 'node:stream';
import type { Archive } from '../api/src/imports/source.ts';

/** One file, as an archive, in parts of a few bytes so that everything is split somewhere. */
export function archiveOf(
  file: string | Buffer,
  { name = 'export.xml', partBytes = 7 } = {},
): Archive {
  const bytes = Buffer.from(file as string);
  return {
    name,
    isFolder: false,
    entries: [{ name, bytes: bytes.length }],
    open: async () => Readable.from(partsOf(bytes, partBytes)),
    close: async () => {},
  };
}

function* partsOf(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A WordPress export with these elements in its channel. */
export function wxr(
  elements: string,
  { version = '1.2', declaration = '<?xml version="1.0" encoding="UTF-8" ?>' } = {},
): string {
  return `${declaration}
<!-- This is a WordPress eXtended RSS file -->
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/${version}/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/${version}/">
<channel>
  <title>Old blog</title>
  <link>https://old.example</link>
  <wp:wxr_version>${version}</wp:wxr_version>
  <wp:base_blog_url>https://old.example</wp:base_blog_url>
  ${elements}
</channel>
</rss>`;
}

type Fields = Readonly<Record<string, string>>;

/** An item; `fields` are elements by their names, `inside` is XML. */
export function wxrItem(fields: Fields = {}, inside = ''): string {
  const all: Fields = {
    title: 'A title',
    link: 'https://old.example/2009/09/05/a-title/',
    guid: 'https://old.example/?p=1',
    'wp:post_id': '1',
    'wp:post_date': '2009-09-05 10:00:00',
    'wp:post_date_gmt': '2009-09-05 08:00:00',
    'wp:post_name': 'a-title',
    'wp:status': 'publish',
    'wp:post_type': 'post',
    'content:encoded': 'Text.',
    ...fields,
  };
  const elements = Object.entries(all).map(
    ([name, text]) => `<${name}><![CDATA[${text}]]></${name}>`,
  );
  return `<item>${elements.join('\n')}${inside}</item>`;
}

export function wxrField(key: string, value: string): string {
  return `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`;
}
