import {
  type ExportedPage,
  type ExportedPost,
  exportedPage,
  exportedPost,
} from '@longhand/contract/exports';
import { BUILT_IN_PAGE_IDS, isNeverPage, MAX_POSITION } from '@longhand/contract/page-addresses';
import { slugText } from '@longhand/contract/slug';
import { documentPath } from '../../documents/document-path.ts';
import type { FoundDocument, FoundItem } from '../source.ts';

const isSlug = (text: string) => slugText.safeParse(text).success;
/** As ids are written here: other programs write the same in capitals. */
export const normalId = (id: string) => id.toLowerCase();
const toDate = (date: string | null) => (date === null ? null : new Date(date));

function toPost(post: ExportedPost): FoundDocument {
  const { slug, title, content, excerpt, tags, language, published, publish_at } = post;
  const id = normalId(post.id);
  const original = post.translation_of && normalId(post.translation_of);
  const image = post.featured_image;
  return {
    ...{ kind: 'post', guid: id, sourceId: id, slug, title, content, excerpt, tags, language },
    metaTitle: post.meta_title,
    metaDescription: post.meta_description,
    featuredImage: image === null ? null : { address: image, alt: post.featured_image_alt },
    status: published || publish_at !== null ? 'public' : 'draft',
    publishedAt: toDate(publish_at ?? post.published_at),
    createdAt: toDate(post.created_at),
    addresses: [documentPath('post', slug)],
    notes: [],
    own: {
      id,
      updatedAt: post.updated_at,
      formerSlugs: post.former_slugs.filter(isSlug),
      slugChosen: post.slug_chosen,
      sendWhenPublished: post.send_when_published,
      translationOf: original === id ? null : original,
      translationGroup: post.translation_group && normalId(post.translation_group),
    },
  };
}

function toPage(page: ExportedPage): FoundDocument {
  const { slug, title, content, placement, position } = page;
  const id = normalId(page.id);
  return {
    ...{ kind: 'page', guid: id, sourceId: id, slug, title, content: content ?? '' },
    ...{ excerpt: '', tags: [], metaTitle: null, language: null, featuredImage: null },
    metaDescription: page.meta_description,
    status: 'public',
    publishedAt: null,
    createdAt: toDate(page.created_at),
    addresses: [documentPath('page', slug)],
    notes: [],
    own: {
      id,
      updatedAt: page.updated_at,
      formerSlugs: page.former_slugs.filter((former) => isSlug(former) && !isNeverPage(former)),
      ...{ placement, hasDefaultText: content === null },
      position: Math.max(0, Math.min(position, MAX_POSITION)),
    },
  };
}

function titleOf(value: unknown): string {
  const { title } = (value ?? {}) as { title?: unknown };
  return typeof title === 'string' ? title : '';
}

/** The id of About or Contact, which stay where they are, at another address. */
function isMisplaced({ id, slug }: ExportedPage): boolean {
  return Object.entries(BUILT_IN_PAGE_IDS).some(
    ([builtIn, itsId]) => normalId(id) === itsId && slug !== builtIn,
  );
}

const checkedPage = exportedPage.refine((page) => !isMisplaced(page), {
  path: ['id'],
  error: 'is that of another page',
});

/** What another program has written into the file may not be a post or a page. */
export function toItem(list: string, value: unknown): FoundItem {
  const parsed = list === 'pages' ? checkedPage.safeParse(value) : exportedPost.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const problem = [...(issue?.path ?? []), issue?.message ?? 'is not valid'].join(' ');
    return {
      kind: 'skipped',
      title: titleOf(value),
      reason: `It is not as an export has it: ${problem}.`,
    };
  }
  return list === 'pages'
    ? toPage(parsed.data as ExportedPage)
    : toPost(parsed.data as ExportedPost);
}
