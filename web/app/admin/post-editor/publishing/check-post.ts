import { UPLOADS_FOLDER } from '@longhand/contract/image-names';
import { SLUG_PATTERN } from '@longhand/contract/limits';
import type { LinkTarget } from '@longhand/contract/link-targets';
import { BUILT_IN_PAGES } from '@longhand/contract/page-addresses';
import { type FieldName, POST_FIELDS } from '@longhand/contract/post-fields';
import type { Preview } from '@longhand/contract/posts';
import { blockNameAt } from '../../content/block-names.ts';
import type { ContentFacts, Range } from '../../content/content-facts.ts';
import { lineRange } from '../../content/html/line-range.ts';
import type { PostForm } from '../../post-form/post-form.ts';

// The editor loads both at once, when they are needed.
export { readContent } from '../../content/content-facts.ts';

/** Two lines of a card: about 95 characters on a phone, 104 elsewhere. */
const CARD_EXCERPT = 100;
/** What search engines show, about. */
const SEARCH_RESULT = { meta_title: 60, meta_description: 160 } as const;
/** In words. */
const LONG_TEXT = 100;
const LONG_BLOCK = 300;

/** A field, or a range of the content. */
export type Place =
  | { readonly field: Exclude<FieldName, 'content'> }
  | { readonly from: number; readonly to: number };

/** Something to look at before the post is published. */
export type Check = {
  /** The name of its place. */
  readonly where: string;
  /** In a view without lines, the name of its block. */
  readonly block?: string | undefined;
  readonly message: string;
  readonly place: Place;
};

/** Besides those that the owner has added. */
const PAGES = [
  ...['/', '/blog', '/newsletter', '/login', '/admin'],
  ...BUILT_IN_PAGES.map((slug) => `/${slug}`),
];
/** What is in them is not known here, nor are files like feeds and icons. */
const FOLDERS = [
  '/topics/',
  '/archive/',
  '/admin/',
  '/api/',
  '/assets/',
  '/.well-known/',
  `/${UPLOADS_FOLDER}/`,
];
const FILE = /^\/[^/]+\.[a-z]+$/;

type LinkGoal =
  | { readonly kind: 'elsewhere' | 'known' }
  | { readonly kind: 'unknown'; readonly path: string }
  | { readonly kind: 'page' | 'post'; readonly slug: string }
  | { readonly kind: 'fragment'; readonly id: string };

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function goalOf(href: string, form: PostForm, siteUrl: string): LinkGoal {
  const page = `${siteUrl}/blog/${form.slug || '-'}`;
  if (!URL.canParse(href, page)) return { kind: 'elsewhere' };
  const { origin, pathname, hash } = new URL(href, page);
  if (origin !== new URL(siteUrl).origin) return { kind: 'elsewhere' };
  const path = decode(pathname).replace(/(?<=.)\/$/, '');
  if (path === new URL(page).pathname) {
    return hash.length > 1 ? { kind: 'fragment', id: decode(hash.slice(1)) } : { kind: 'known' };
  }
  const slug = /^\/blog\/([^/]+)$/.exec(path)?.[1];
  if (slug !== undefined) {
    return SLUG_PATTERN.test(slug) ? { kind: 'post', slug } : { kind: 'unknown', path };
  }
  const isKnown =
    PAGES.includes(path) || FOLDERS.some((folder) => path.startsWith(folder)) || FILE.test(path);
  if (isKnown) return { kind: 'known' };
  const atRoot = path.slice(1);
  return SLUG_PATTERN.test(atRoot) ? { kind: 'page', slug: atRoot } : { kind: 'unknown', path };
}

/** The slugs of the posts or pages that a content links to, each once. */
export function linkedSlugs(
  facts: ContentFacts,
  form: PostForm,
  siteUrl: string,
  kind: 'page' | 'post' = 'post',
): string[] {
  const slugs = facts.links.flatMap(({ href }) => {
    const goal = goalOf(href, form, siteUrl);
    return goal.kind === kind && 'slug' in goal ? [goal.slug] : [];
  });
  return [...new Set(slugs)];
}

export type CheckContext = {
  readonly siteUrl: string;
  /** The server's rendering of the content, if there is one. */
  readonly rendered: Preview | null;
  /** By slug: the post, or null if there is none. Others are not known. */
  readonly targets: ReadonlyMap<string, LinkTarget | null>;
  /** The slugs of all pages, if they are known. */
  readonly pages: ReadonlySet<string> | null;
};

const IDS = /\sid="([^"]*)"/g;

/** Ids that readers get: the renderer adds some, with a prefix, which it also adds to links. */
function fragmentsOf(facts: ContentFacts, rendered: Preview): ReadonlySet<string> {
  const added = Array.from(rendered.content.matchAll(IDS), ([, id = '']) => id);
  return new Set([...facts.ids, ...added, ...added.map((id) => id.replace(/^post-/, ''))]);
}

function noSuchPage(path: string): string {
  return `The link to ${path} leads nowhere: this site has no such page.`;
}

function checkLinks(
  facts: ContentFacts,
  form: PostForm,
  context: CheckContext,
): (Range & { message: string })[] {
  const { siteUrl, rendered, targets, pages } = context;
  const fragments = rendered && fragmentsOf(facts, rendered);
  function messageOf(href: string): string | null {
    const goal = goalOf(href, form, siteUrl);
    if (goal.kind === 'fragment') {
      if (!fragments || goal.id === 'top' || fragments.has(goal.id)) return null;
      return `The link to #${goal.id} leads nowhere: nothing in the text has this id.`;
    }
    if (goal.kind === 'unknown') return noSuchPage(goal.path);
    if (goal.kind === 'page') {
      return !pages || pages.has(goal.slug) ? null : noSuchPage(`/${goal.slug}`);
    }
    const target = goal.kind === 'post' ? targets.get(goal.slug) : undefined;
    if (goal.kind !== 'post' || target === undefined) return null;
    if (!target) return `The link to /blog/${goal.slug} leads nowhere: there is no such post.`;
    if (target.published) return null;
    const state = target.publish_at === null ? 'a draft' : 'scheduled';
    return `The link to “${target.title}” leads nowhere yet: that post is ${state}.`;
  }
  return facts.links.flatMap(({ href, ...range }) => {
    const message = messageOf(href);
    return message === null ? [] : [{ ...range, message }];
  });
}

function checkHeadings({ headings }: ContentFacts): (Range & { message: string })[] {
  return headings.flatMap(({ level, ...range }, index) => {
    const before = headings[index - 1]?.level;
    if (level <= (before ?? 1) + 1) return [];
    const message =
      before === undefined
        ? `The first heading is an H${level}: please begin with an H2.`
        : `An H${level} follows an H${before}: a level is missing.`;
    return [{ ...range, message }];
  });
}

function checkBlocks({ blocks }: ContentFacts): (Range & { message: string })[] {
  const limit = blocks.length === 1 ? LONG_TEXT : LONG_BLOCK;
  return blocks
    .filter(({ words }) => words >= limit)
    .map(({ words, ...range }) => ({
      ...range,
      message: `This paragraph has ${words} words: shorter ones are easier to read.`,
    }));
}

function checkContent(facts: ContentFacts, form: PostForm, context: CheckContext): Check[] {
  const { content } = form;
  const found = [
    ...facts.pictures.map((range) => ({ ...range, message: 'The picture has no alt text.' })),
    ...checkHeadings(facts),
    ...checkLinks(facts, form, context),
    ...checkBlocks(facts),
    ...(context.rendered?.removed ?? []).map(({ line, message }) => ({
      ...lineRange(content, line),
      message,
    })),
  ];
  let line = 1;
  let counted = 0;
  return found
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, message }) => {
      line += content.slice(counted, from).split('\n').length - 1;
      counted = from;
      return {
        where: `Line ${line}`,
        block: blockNameAt(facts.named, from),
        message,
        place: { from, to },
      };
    });
}

function inField(field: Exclude<FieldName, 'content'>, message: string): Check {
  return { where: POST_FIELDS[field].label, message, place: { field } };
}

/** Search engines show the field, or without it what stands in for it. */
function checkSearchResult(
  field: keyof typeof SEARCH_RESULT,
  value: string,
  fallback: { readonly name: string; readonly text: string },
): Check[] {
  const own = value.trim();
  const { length } = own || fallback.text;
  if (length <= SEARCH_RESULT[field]) return [];
  const what = own ? 'It' : `There is none, and the ${fallback.name}`;
  const shown = `Search engines show about ${SEARCH_RESULT[field]}.`;
  return [inField(field, `${what} has ${length} characters. ${shown}`)];
}

/** In the order of the screen. */
export function checkPost(form: PostForm, facts: ContentFacts, context: CheckContext): Check[] {
  const title = form.title.trim();
  const excerpt = form.excerpt.trim();
  const checks: Check[] = [];
  if (excerpt.length > CARD_EXCERPT) {
    checks.push(
      inField('excerpt', `It has ${excerpt.length} characters. Cards show about ${CARD_EXCERPT}.`),
    );
  }
  checks.push(...checkContent(facts, form, context));
  if (form.featured_image === '') {
    checks.push(inField('featured_image', 'There is none: cards show a drawn cover.'));
  } else if (form.featured_image_alt.trim() === '') {
    checks.push(inField('featured_image_alt', 'The featured image has no description.'));
  }
  checks.push(
    ...checkSearchResult('meta_title', form.meta_title, { name: 'title', text: title }),
    ...checkSearchResult('meta_description', form.meta_description, {
      name: 'excerpt',
      text: excerpt,
    }),
  );
  return checks;
}
