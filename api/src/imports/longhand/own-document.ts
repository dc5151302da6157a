import {
  type ExportedPage,
  type ExportedPost,
  exportedPage,
  exportedPost,
} from '@longhand/contract/exports';
import {
  BUILT_IN_PAGE_IDS,
  isNeverPage,
  MAX_POSITION,
} from '@longhand/contract/pages/page-addresses';
import { FIELD_NAMES, type FieldName, fieldOf } from '@longhand/contract/posts/post-fields';
import { slugText } from '@longhand/contract/text/slug';
import { documentPath } from '../../documents/document-kinds.ts';
import { EMPTY_DOCUMENT, type FoundDocument, type FoundItem, skipped } from '../source.ts';

const NOT_SENT =
  'It was to be sent to subscribers when published. Imported posts are not: choose this again beside its date.';

const isSlug = (text: string) => slugText.safeParse(text).success;
/** Other programs may write the same id in capitals. */
export const normalId = (id: string) => id.toLowerCase();

/** Documents of any blog can have these. The others are restored as they were. */
const OF_ANY_BLOG: readonly FieldName[] = [
  ...(['title', 'excerpt', 'content', 'tags', 'meta_title', 'meta_description', 'slug'] as const),
  ...(['featured_image', 'featured_image_alt', 'language'] as const),
  ...(['published', 'published_at', 'publish_at'] as const),
];

const RESTORED = FIELD_NAMES.filter(
  (name) => !OF_ANY_BLOG.includes(name) && fieldOf(name).isImported !== false,
);

const toDate = (date: string | null) => (date === null ? null : new Date(date));

function toPost(post: ExportedPost): FoundDocument {
  const { slug, title, content, excerpt, tags, language, published, publish_at } = post;
  const id = normalId(post.id);
  const original = post.translation_of && normalId(post.translation_of);
  const restored = { ...post, translation_of: original === id ? null : original };
  const image = post.featured_image;
  return {
    kind: 'post',
    guid: id,
    sourceId: id,
    slug,
    title,
    content,
    excerpt,
    tags,
    language,
    metaTitle: post.meta_title,
    metaDescription: post.meta_description,
    featuredImage: image === null ? null : { address: image, alt: post.featured_image_alt },
    status: published || publish_at !== null ? 'public' : 'draft',
    publishedAt: toDate(publish_at ?? post.published_at),
    createdAt: toDate(post.created_at),
    addresses: [documentPath('post', slug)],
    notes: post.send_when_published ? [NOT_SENT] : [],
    own: {
      id,
      updatedAt: post.updated_at,
      formerSlugs: post.former_slugs.filter(isSlug),
      slugChosen: post.slug_chosen,
      translationGroup: post.translation_group && normalId(post.translation_group),
      fields: Object.fromEntries(RESTORED.map((name) => [name, restored[name]])),
    },
  };
}

function toPage(page: ExportedPage): FoundDocument {
  const { slug, title, content, placement, position } = page;
  const id = normalId(page.id);
  return {
    ...EMPTY_DOCUMENT,
    kind: 'page',
    guid: id,
    sourceId: id,
    slug,
    title,
    content: content ?? '',
    metaDescription: page.meta_description,
    status: 'public',
    createdAt: toDate(page.created_at),
    addresses: [documentPath('page', slug)],
    own: {
      id,
      updatedAt: page.updated_at,
      formerSlugs: page.former_slugs.filter((former) => isSlug(former) && !isNeverPage(former)),
      placement,
      hasDefaultText: content === null,
      position: Math.max(0, Math.min(position, MAX_POSITION)),
    },
  };
}

function titleOf(value: unknown): string {
  const { title } = (value ?? {}) as { title?: unknown };
  return typeof title === 'string' ? title : '';
}

/** About and Contact keep their addresses, so their ids must not come with another slug. */
function isMisplaced({ id, slug }: ExportedPage): boolean {
  return Object.entries(BUILT_IN_PAGE_IDS).some(
    ([builtIn, itsId]) => normalId(id) === itsId && slug !== builtIn,
  );
}

const checkedPage = exportedPage.refine((page) => !isMisplaced(page), {
  path: ['id'],
  error: 'is that of another page',
});

/** The value may be anything, if another program has written the file. */
export function toItem(list: string, value: unknown): FoundItem {
  const parsed = list === 'pages' ? checkedPage.safeParse(value) : exportedPost.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const problem = [...(issue?.path ?? []), issue?.message ?? 'is not valid'].join(' ');
    return skipped(titleOf(value), `It is not as an export has it: ${problem}.`);
  }
  return list === 'pages'
    ? toPage(parsed.data as ExportedPage)
    : toPost(parsed.data as ExportedPost);
}
