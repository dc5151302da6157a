import { UPLOADS_FOLDER } from '@longhand/contract/media/image-names';
import { BUILT_IN_PAGES } from '@longhand/contract/pages/page-addresses';
import { type FieldName, POST_FIELDS } from '@longhand/contract/posts/post-fields';
import type { LinkTarget } from '@longhand/contract/posts/post-lists';
import type { Preview } from '@longhand/contract/posts/posts';
import { decoded } from '@longhand/contract/text/decoded';
import { SLUG_PATTERN } from '@longhand/contract/text/text-rules';
import type { ContentFacts } from '../../content/content-facts.ts';
import { blockNameAt } from '../../content/content-facts.ts';
import type { Range } from '../../content/html/html-tags.ts';
import { lineRange } from '../../content/html/text-blocks.ts';
import type { PostForm } from '../../post-form/post-form.ts';

// Exported here because the editor loads both on demand, in one chunk.
export { readContent } from '../../content/content-facts.ts';

/** Two lines of a card are about 95 characters on a phone, 104 elsewhere. */
const CARD_EXCERPT = 100;
/** The approximate number of characters that search engines show. */
const SEARCH_RESULT = { meta_title: 60, meta_description: 160 } as const;
const LONG_TEXT_WORDS = 100;
const LONG_BLOCK_WORDS = 300;

export type Place =
  | { readonly field: Exclude<FieldName, 'content'> }
  | { readonly from: number; readonly to: number };

export type Check = {
  readonly where: string;
  /** The name of the block, for the view without line numbers. */
  readonly block?: string | undefined;
  readonly message: string;
  readonly place: Place;
};

/** The paths that exist on every site, besides the owner's pages. */
const PAGES = [
  ...['/', '/blog', '/newsletter', '/login', '/admin'],
  ...BUILT_IN_PAGES.map((slug) => `/${slug}`),
];
/** Paths below these are not checked, nor are files like feeds and icons. */
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

function goalOf(href: string, form: PostForm, siteUrl: string): LinkGoal {
  const page = `${siteUrl}/blog/${form.slug || '-'}`;
  if (!URL.canParse(href, page)) return { kind: 'elsewhere' };
  const { origin, pathname, hash } = new URL(href, page);
  if (origin !== new URL(siteUrl).origin) return { kind: 'elsewhere' };
  const path = decoded(pathname).replace(/(?<=.)\/$/, '');
  if (path === new URL(page).pathname) {
    return hash.length > 1 ? { kind: 'fragment', id: decoded(hash.slice(1)) } : { kind: 'known' };
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
  readonly rendered: Preview | null;
  /** The post by slug, or null if there is none; a missing slug is not known yet. */
  readonly targets: ReadonlyMap<string, LinkTarget | null>;
  readonly pages: ReadonlySet<string> | null;
};

const IDS = /\sid="([^"]*)"/g;

/** The renderer adds ids with a prefix, which it also adds to links. */
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
  const limit = blocks.length === 1 ? LONG_TEXT_WORDS : LONG_BLOCK_WORDS;
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

/** Search engines show the fallback if the field is empty. */
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

export function checkPost(form: PostForm, facts: ContentFacts, context: CheckContext): Check[] {
  const title = form.title.trim();
  const excerpt = form.excerpt.trim();
  const checks: Check[] = [];
  // In a new post everything is missing still.
  if (form.content.trim() !== '' && excerpt === '')
    checks.push(inField('excerpt', 'It is missing, and a post is saved only with one.'));
  if (excerpt.length > CARD_EXCERPT) {
    checks.push(
      inField('excerpt', `It has ${excerpt.length} characters. Cards show about ${CARD_EXCERPT}.`),
    );
  }
  checks.push(...checkContent(facts, form, context));
  if (form.featured_image === '') {
    checks.push(inField('featured_image', 'No featured image. A generated cover will be used.'));
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
