import type { PostInput } from '@longhand/contract/posts';
import { visibleText, writePost } from '../test-support/texts.ts';

/** One in so many blocks is a table or a figure. */
const EVERY = 12;

/** Short texts for the cells and the caption, from the post itself. */
function table(words: readonly string[]): string {
  const row = (n: number, tag: string) =>
    `<tr>${[0, 1, 2, 3].map((column) => `<${tag}>${words[(n * 7 + column) % words.length]}</${tag}>`).join('')}</tr>`;
  const rows = [1, 2, 3, 4, 5].map((n) => row(n, 'td'));
  return `<table>\n<thead>${row(0, 'th')}</thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>`;
}

function figure(words: readonly string[], picture: string): string {
  return `<figure><img src="${picture}" alt="${words[0]}"><figcaption>${words.slice(0, 9).join(' ')}</figcaption></figure>`;
}

/** Paragraphs, headings, quotes, lists, tables and figures of so many bytes. */
export function writeLongPost(bytes: number, picture: string): PostInput & { content: string } {
  const post = writePost(0, bytes);
  let content = '';
  for (const [index, block] of post.content.split('\n').entries()) {
    if (content.length >= bytes) break;
    const words = visibleText(block).split(' ');
    if (index % EVERY === EVERY - 1) content += `${figure(words, picture)}\n`;
    if (index % EVERY === EVERY / 2) content += `${table(words)}\n`;
    content += `${block}\n`;
  }
  return { ...post, title: 'A long post', content, published: true };
}
