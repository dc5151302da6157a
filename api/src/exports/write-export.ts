import { join } from 'node:path';
import {
  blogExport,
  EXPORT_FILE,
  EXPORT_FORMAT,
  type ExportedPage,
  type ExportedPost,
  type ExportHead,
} from '@longhand/contract/exports';
import { fromParse5 } from 'hast-util-from-parse5';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown as writeMarkdown } from 'mdast-util-to-markdown';
import { parseFragment } from 'parse5';
import { stringify } from 'yaml';
import { z } from 'zod';
import type { Database } from '../database/tables.ts';
import { inReadSnapshot } from '../database/transaction.ts';
import type { FileStore } from '../files/file-store.ts';
import { listUploads, openUpload, UPLOADS } from '../images/image-store.ts';
import { redirectsAsCsv } from '../redirects/export-redirects.ts';
import { SOFTWARE_VERSION } from '../software-version.ts';
import type { ExportTarget } from './export-target.ts';
import * as repository from './exports.repository.ts';

type Document = ExportedPost | ExportedPage;

type TextForm = 'html' | 'markdown';

const EXTENSIONS = { html: 'html', markdown: 'md' } as const;

function fileName(
  folder: 'posts' | 'pages',
  { slug }: Pick<Document, 'slug'>,
  form: TextForm,
): string {
  return `${folder}/${slug}.${EXTENSIONS[form]}`;
}

/** The text is as it was written, byte for byte, unless it is converted to Markdown. */
function fileText({ content, ...fields }: Document, form: TextForm): string {
  // Long lines are not folded.
  const head = stringify(fields, { lineWidth: 0 });
  const text = content ?? '';
  return `---\n${head}---\n${form === 'markdown' ? toMarkdown(text) : text}`;
}

/** Not all of HTML can be written in Markdown: what has no counterpart becomes its text. */
function toMarkdown(html: string): string {
  const tree = toMdast(fromParse5(parseFragment(html)));
  return writeMarkdown(tree, { extensions: [gfmToMarkdown()], bullet: '-', rule: '-' });
}

export type ExportOptions = {
  readonly siteUrl: string;
  readonly now: Date;
  readonly form: TextForm;
  readonly onProgress?: (progress: { readonly done: number; readonly of: number }) => void;
  readonly signal?: AbortSignal | undefined;
};

export type Exported = { readonly posts: number; readonly pages: number; readonly images: number };

const SCHEMA_FILE = EXPORT_FILE.replace('.json', '.schema.json');

const README = (form: TextForm) => `# An export of a Longhand blog

- ${EXPORT_FILE}: everything but the pictures; ${SCHEMA_FILE} describes it.
- posts/ and pages/: one file each, with all fields as front matter and the ${form === 'html' ? 'HTML as it was written' : 'text converted to Markdown'}.
- uploads/: the pictures. redirects.csv: old addresses. settings.json: the settings of the site.

To import it into a blog: npm run import -- FOLDER
`;

const inJson = (value: unknown) => JSON.stringify(value);
const inLines = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

async function* inJsonList(values: AsyncIterable<unknown> | Iterable<unknown>) {
  let isFirst = true;
  for await (const value of values) {
    yield `${isFirst ? '' : ','}\n${inJson(value)}`;
    isFirst = false;
  }
}

/** It is written in pieces, because a blog may not fit into memory. */
async function* exportJson(
  db: Database,
  head: ExportHead,
  pages: readonly ExportedPage[],
): AsyncGenerator<string> {
  yield `${inJson(head).slice(0, -1)},\n"pages":[`;
  yield* inJsonList(pages);
  yield '],\n"redirects":[';
  yield* inJsonList(await repository.listRedirects(db));
  yield '],\n"posts":[';
  yield* inJsonList(repository.readPosts(db));
  yield ']}\n';
}

async function addTexts(db: Database, target: ExportTarget, options: ExportOptions) {
  const { form, now, siteUrl, onProgress = () => {}, signal } = options;
  const of = await repository.countDocuments(db);
  const settings = await repository.readSettings(db);
  const head: ExportHead = {
    software: 'longhand',
    format: EXPORT_FORMAT,
    version: SOFTWARE_VERSION,
    exported_at: now.toISOString(),
    site_url: siteUrl,
    settings,
  };
  await target.add('README.md', README(form));
  const schema = z.toJSONSchema(blogExport, { io: 'input' });
  await target.add(SCHEMA_FILE, inLines(schema));
  await target.add('settings.json', inLines(settings));
  await target.add('redirects.csv', redirectsAsCsv(db));
  let done = 0;
  const count = () => {
    signal?.throwIfAborted();
    done += 1;
    onProgress({ done, of });
  };
  const pages = await repository.listPages(db);
  for (const page of pages) {
    await target.add(fileName('pages', page, form), fileText(page, form));
    count();
  }
  for await (const post of repository.readPosts(db)) {
    await target.add(fileName('posts', post, form), fileText(post, form));
    count();
  }
  await target.add(EXPORT_FILE, exportJson(db, head, pages));
  return { pages: pages.length, posts: done - pages.length };
}

async function addPictures(files: FileStore, target: ExportTarget, signal?: AbortSignal) {
  let images = 0;
  for (const name of (await listUploads(files)).toSorted()) {
    signal?.throwIfAborted();
    const upload = await openUpload(files, name);
    if (!upload) continue;
    await target.add(join(UPLOADS, name), upload.bytes);
    images += 1;
  }
  return images;
}

/**
 * Exports everything an owner has written, in files that any program reads, but no password and no session.
 */
export async function writeExport(
  db: Database,
  files: FileStore,
  target: ExportTarget,
  options: ExportOptions,
): Promise<Exported> {
  const texts = await inReadSnapshot(db, (snapshot) => addTexts(snapshot, target, options));
  const images = await addPictures(files, target, options.signal);
  return { ...texts, images };
}
