import { editHtml } from '../../rendering/html-tree.ts';
import { replaceFrames } from '../content/figures.ts';
import { plainText } from '../content/plain-text.ts';
import type { TopicRedirects } from '../content/topics.ts';
import { parseDate } from '../parse-date.ts';
import { type FoundDocument, ImportError } from '../source.ts';
import { addressesOf, notesOnAddresses, oldTopicPaths, pathAddress } from './addresses.ts';
import { isDraft, listField, pictureField, textField, topicsOf, writtenDate } from './fields.ts';
import { type Fields, splitFrontMatter } from './front-matter.ts';
import {
  baseName,
  DATED_NAME,
  folderOf,
  type ItemFile,
  kindOf,
  withoutIndex,
} from './item-files.ts';
import { type LinkTargets, resolveAddresses, resolvedAddress } from './link-targets.ts';
import { expandLiquid } from './liquid.ts';
import { markdownToHtml } from './markdown-to-html.ts';
import { expandShortcodes } from './shortcodes.ts';
import type { MarkdownSite } from './site.ts';
import { expandObsidian, expandWikiLinks } from './wiki-links.ts';

export type FolderContext = {
  readonly site: MarkdownSite;
  readonly targets: LinkTargets;
  readonly topics: TopicRedirects;
};

type Name = { readonly slug: string; readonly day: string; readonly language: string };

/** A bundle has the name of its folder; Hugo's translations have a language in theirs, which is removed. */
function readName(path: string, { generator }: MarkdownSite): Name {
  const isIndex = /(?:^|\/)index(?:\.[a-z-]{2,5})?\.[^/]+$/.test(path) && path.includes('/');
  const named = isIndex ? path.slice(0, path.lastIndexOf('/')) : path.replace(/\.[^./]+$/, '');
  const name = named.slice(named.lastIndexOf('/') + 1);
  const file = baseName(path);
  const [, language = ''] =
    generator === 'hugo' ? (/\.([a-z]{2}(?:-[a-z]{2})?)$/i.exec(file) ?? []) : [];
  const plain = language === '' || isIndex ? name : name.slice(0, -language.length - 1);
  const [, year, month = '', day = '', slug] = DATED_NAME.exec(plain) ?? [];
  if (slug === undefined) return { slug: plain, day: '', language };
  return { slug, day: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, language };
}

const MAX_HEADING = 500;

function hashedHeading(line: string): string {
  if (!line.startsWith('# ')) return '';
  const heading = line.slice(2).trim();
  return heading.length > MAX_HEADING ? '' : heading.replace(/(?<! ) +#+$/, '');
}

function underlinedHeading(line: string, next: string): string {
  const isOther = line.length > MAX_HEADING || /^(?:[-+*] |\d+[.)] |[>#])/.test(line);
  return isOther || !/^ {0,3}=+[ \t]*$/.test(next) ? '' : line;
}

function splitHeading(body: string): { readonly heading: string; readonly rest: string } {
  const text = body.trimStart();
  const [line = '', next = ''] = text.split('\n', 2);
  const hashed = hashedHeading(line);
  const written = hashed || underlinedHeading(line, next);
  if (written === '') return { heading: '', rest: body };
  const { length } = hashed ? line : `${line}\n${next}`;
  return { heading: plainText(markdownToHtml(written, true)), rest: text.slice(length + 1) };
}

/** Empty if the first words of the text are a better title. */
function titleFromName(slug: string, content: string, { namesAreTitles }: MarkdownSite): string {
  if (namesAreTitles) return slug;
  if (plainText(content) !== '') return '';
  const words = slug.replace(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const MORE = /<!--\s*more\s*-->/i;

function toContent(body: string, { path, format }: ItemFile, context: FolderContext) {
  const { site, targets } = context;
  const isJekyll = site.generator === 'jekyll';
  const isVault = site.generator === 'none';
  const liquid =
    isVault || site.generator === 'hugo'
      ? { text: body, notes: [] }
      : expandLiquid(body, targets, site);
  const expanded =
    site.generator === 'hugo'
      ? expandShortcodes(liquid.text, targets, folderOf(withoutIndex(path)))
      : { ...liquid, notes: [] };
  const notes = [...liquid.notes, ...expanded.notes];
  const plain = isVault ? expandObsidian(expanded.text) : expanded.text;
  const html =
    format === 'html' ? plain : markdownToHtml(expandWikiLinks(plain, targets, isVault), isJekyll);
  const folder = folderOf(path);
  const content = editHtml(html, (tree) => {
    replaceFrames(tree);
    resolveAddresses(tree, folder, targets);
  });
  return { content: content.trim(), notes };
}

function hasEnded(fields: Fields, now: Date): boolean {
  const end = parseDate(textField(fields, 'expirydate', 'unpublishdate'));
  return end !== null && end < now;
}

function statusOf(path: string, fields: Fields): 'public' | 'draft' {
  const isPublic =
    !isDraft(fields) && !/(?:^|\/)_drafts\//.test(path) && !hasEnded(fields, new Date());
  return isPublic ? 'public' : 'draft';
}

function picture(fields: Fields, folder: string, targets: LinkTargets) {
  const found = pictureField(fields);
  return found && { ...found, address: resolvedAddress(found.address, folder, targets) };
}

/** Fails with an `ImportError` if the file cannot be imported; null if it is no item. */
export function foundDocument(
  source: string,
  file: ItemFile,
  context: FolderContext,
): FoundDocument | null {
  const { site, targets, topics } = context;
  const { path } = file;
  const { fields, body, notes } = splitFrontMatter(source);
  if (file.format === 'html' && fields.size === 0) return null;
  const name = readName(path, site);
  const own = textField(fields, 'title');
  const { heading, rest } = splitHeading(body);
  const takesHeading = heading !== '' && (own === '' || plainText(own) === heading);
  const kind = kindOf(path, fields, site.generator);
  const text = takesHeading ? rest : body;
  if (kind === 'page' && /\{%-?\s*(?:for|paginate)\s/.test(text))
    throw new ImportError('It is a template that lists other pages, and has no text of its own.');
  const { content, notes: contentNotes } = toContent(text, file, context);
  if (/(?:^|\/)index\.\w+$/.test(path) && kind === 'page' && content === '')
    throw new ImportError('It was the front page, and has no text of its own.');
  const written = writtenDate(fields);
  const slug = textField(fields, 'slug') || name.slug;
  const days = [...new Set([/^\d{4}-\d{2}-\d{2}/.exec(written)?.[0] ?? '', name.day])].filter(
    Boolean,
  );
  const description = plainText(textField(fields, 'description'));
  const excerpt = plainText(textField(fields, 'excerpt', 'summary'));
  const [before, after] = content.split(MORE, 2);
  const categories = listField(fields, ['categories', 'category'], /[\s,]+/);
  const parts = { path, fields, slug, days, categories };
  const topicsFound = topicsOf(fields, site.generator);
  const tags = topicsFound.map(({ name: topic }) => topic);
  if (kind === 'post') topics.addPost(tags);
  for (const topic of kind === 'post' ? topicsFound : [])
    for (const from of oldTopicPaths(topic, site.generator)) topics.addOldPath(from, topic.name);
  return {
    kind,
    guid: path,
    sourceId: path,
    title: plainText(own) || heading || titleFromName(name.slug, content, site),
    slug,
    content,
    excerpt: excerpt || description || (after === undefined ? '' : plainText(before ?? '')),
    tags,
    metaTitle: plainText(textField(fields, 'seo_title', 'meta_title')) || null,
    metaDescription: description || null,
    language: textField(fields, 'lang', 'language', 'locale') || name.language || null,
    featuredImage: picture(fields, folderOf(path), targets),
    status: statusOf(path, fields),
    publishedAt: parseDate(written || name.day),
    createdAt: null,
    addresses: addressesOf(parts, site),
    links: [pathAddress(path)],
    notes: [...notes, ...contentNotes, ...notesOnAddresses(parts, site)],
  };
}
