import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';

const WORDS = 'the quick brown fox jumps over a lazy dog while small waves carry light boats home';
const PARAGRAPHS = 6;
/** Every so many posts show one. */
const POSTS_PER_PICTURE = 5;

const hasPicture = (number: number) => number % POSTS_PER_PICTURE === 0;
const pictureName = (number: number) => `picture-${number}.png`;

function pictureIn(number: number): string[] {
  const address = `https://old.example/wp-content/uploads/${pictureName(number)}`;
  return hasPicture(number) ? [`<img src="${address}" alt="Picture ${number}">`] : [];
}

/** About 3 kB of text, with a link to the post before, a list and some code. */
function contentOf(number: number, hasPictures: boolean): string {
  const paragraph = `${WORDS}, <strong>${number}</strong>. ${WORDS}. <em>${WORDS}</em>; ${WORDS}.`;
  return [
    ...Array.from({ length: PARAGRAPHS }, () => paragraph),
    ...(hasPictures ? pictureIn(number) : []),
    `See <a href="https://old.example/2012/01/post-${number - 1}/">the one before</a>.`,
    '<ul><li>one</li><li>two</li></ul>',
    '<pre><code>const answer = 42;\nconsole.log(answer);</code></pre>',
  ].join('\n\n');
}

function itemOf(number: number, hasPictures: boolean): string {
  const date = new Date(Date.UTC(2012, 0, 1) + number * 3_600_000).toISOString();
  const stored = date.slice(0, 19).replace('T', ' ');
  return `<item><title>Post number ${number}</title><link>https://old.example/2012/01/post-${number}/</link>
<guid isPermaLink="false">https://old.example/?p=${number}</guid>
<content:encoded><![CDATA[${contentOf(number, hasPictures)}]]></content:encoded>
<wp:post_id>${number}</wp:post_id><wp:post_date_gmt>${stored}</wp:post_date_gmt>
<wp:post_name>post-${number}</wp:post_name><wp:status>publish</wp:status><wp:post_type>post</wp:post_type>
<category domain="category" nicename="topic-${number % 20}"><![CDATA[Topic ${number % 20}]]></category></item>
`;
}

function* exportOf(posts: number, hasPictures: boolean): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_site_url>https://old.example</wp:base_site_url><wp:base_blog_url>https://old.example</wp:base_blog_url>\n';
  for (let number = 1; number <= posts; number += 1) yield itemOf(number, hasPictures);
  yield '</channel></rss>\n';
}

/** An export of WordPress with so many posts; some show pictures if there is a folder to write them to. */
export async function writeWordpressExport(
  file: string,
  posts: number,
  images?: string,
): Promise<void> {
  const parts = Readable.from(exportOf(posts, images !== undefined));
  await pipeline(parts, createWriteStream(file));
  if (images === undefined) return;
  for (let number = POSTS_PER_PICTURE; number <= posts; number += POSTS_PER_PICTURE) {
    const create = { width: 60 + number, height: 40, channels: 3, background: 'teal' } as const;
    await writeFile(join(images, pictureName(number)), await sharp({ create }).png().toBuffer());
  }
}
