import type { ExportedPage, ExportedPost } from '@longhand/contract/exports';
import { stringify } from 'yaml';
import { toMarkdown } from './to-markdown.ts';

type Document = ExportedPost | ExportedPage;

export type TextForm = 'html' | 'markdown';

const EXTENSIONS = { html: 'html', markdown: 'md' } as const;

export function fileName(
  folder: 'posts' | 'pages',
  { slug }: Pick<Document, 'slug'>,
  form: TextForm,
): string {
  return `${folder}/${slug}.${EXTENSIONS[form]}`;
}

/** All fields as front matter, then the text: as it was written, byte for byte, unless it is converted. */
export function fileText({ content, ...fields }: Document, form: TextForm): string {
  // Never folded: a long line stays one.
  const head = stringify(fields, { lineWidth: 0 });
  const text = content ?? '';
  return `---\n${head}---\n${form === 'markdown' ? toMarkdown(text) : text}`;
}
