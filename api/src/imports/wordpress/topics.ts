import { normalizeTags } from '@longhand/contract/tags';
import { detached } from '../content/detached.ts';
import { TopicPages } from '../content/topic-pages.ts';
import { plainText } from '../html/plain-text.ts';
import type { FoundRedirect } from '../source.ts';
import type { WxrElement } from './wxr/channel-elements.ts';
import { childrenOf, textOf } from './wxr/element-values.ts';

type TopicKind = 'category' | 'tag';

/** A category or tag of an item. */
export type Topic = {
  readonly kind: TopicKind;
  /** In its address; empty if the export does not say. */
  readonly nicename: string;
  readonly name: string;
};

/** Exports of the first versions have no domain, or `tag`. */
const KINDS: Readonly<Record<string, TopicKind>> = {
  '': 'category',
  category: 'category',
  tag: 'tag',
  post_tag: 'tag',
};

/** What WordPress gives to posts without a category: it says nothing. */
const NO_CATEGORY = new Set(['uncategorized', 'uncategorised']);

function isNoCategory({ kind, nicename, name }: Topic): boolean {
  return kind === 'category' && NO_CATEGORY.has(nicename || name.toLowerCase());
}

function decoded(nicename: string): string {
  try {
    return decodeURIComponent(nicename);
  } catch {
    return nicename;
  }
}

/** Without commas, which separate topics here. */
function topicName(text: string): string {
  return plainText(text)
    .replace(/\s*,\s*/g, ' ')
    .trim();
}

export function topicsOf(item: WxrElement): Topic[] {
  return childrenOf(item, 'category').flatMap(({ attributes, text }) => {
    const kind = KINDS[attributes.domain ?? ''];
    const name = topicName(text);
    if (kind === undefined || name === '') return [];
    return { kind, nicename: decoded(attributes.nicename ?? ''), name };
  });
}

/** The names of the topics, each once. */
export function tagsOf(item: WxrElement): string[] {
  const named = topicsOf(item).filter((topic) => !isNoCategory(topic));
  return normalizeTags(named.map(({ name }) => name));
}

export function notesOnTopics(item: WxrElement): string[] {
  const names = childrenOf(item, 'category').map(({ text }) => plainText(text));
  return [...new Set(names.filter((name) => name.includes(',')))].map(
    (name) => `The topic “${name}” is “${topicName(name)}” now: commas separate topics here.`,
  );
}

type Category = { readonly id: string; readonly parent: string };

/** Where the pages of categories and tags were, and where those of the topics are. */
export class TopicAddresses {
  /** By nicename. */
  readonly #categories = new Map<string, Category>();
  /** By kind and nicename. */
  readonly #topics = new Map<string, Topic>();
  readonly #pages = new TopicPages();

  addCategory(element: WxrElement): void {
    const nicename = decoded(textOf(element, 'wp:category_nicename'));
    const parent = detached(decoded(textOf(element, 'wp:category_parent')));
    this.#categories.set(detached(nicename), {
      id: detached(textOf(element, 'wp:term_id')),
      parent,
    });
    this.#addListed('category', nicename, textOf(element, 'wp:cat_name'));
  }

  addTag(element: WxrElement): void {
    const nicename = decoded(textOf(element, 'wp:tag_slug'));
    this.#addListed('tag', nicename, textOf(element, 'wp:tag_name'));
  }

  addPost(item: WxrElement): void {
    for (const topic of topicsOf(item)) this.#add(topic);
    this.#pages.add(tagsOf(item));
  }

  /** No post may have it. */
  #addListed(kind: TopicKind, nicename: string, text: string): void {
    if (!this.#topics.has(`${kind} ${nicename}`))
      this.#add({ kind, nicename, name: topicName(text) });
  }

  #add({ kind, nicename, name }: Topic): void {
    const topic = { kind, nicename: detached(nicename), name: detached(name) };
    if (nicename !== '') this.#topics.set(detached(`${kind} ${nicename}`), topic);
  }

  /** With its parents, up to one that is its own ancestor. */
  #pathOf(nicename: string): string {
    const path: string[] = [];
    for (
      let at = nicename;
      at !== '' && !path.includes(at);
      at = this.#categories.get(at)?.parent ?? ''
    )
      path.unshift(at);
    return path.map(encodeURIComponent).join('/');
  }

  #oldPathsOf({ kind, nicename }: Topic, base: string): string[] {
    const short = `${base}/${kind}/${encodeURIComponent(nicename)}/`;
    if (kind === 'tag') return [short];
    const id = this.#categories.get(nicename)?.id;
    const byId = id && base === '' ? [`/?cat=${id}`] : [];
    return [...new Set([`${base}/category/${this.#pathOf(nicename)}/`, short, ...byId])];
  }

  /** `base`: the path of the old blog within its host. */
  redirects(base: string): FoundRedirect[] {
    return [...this.#topics.values()].flatMap((topic) => {
      const to = this.#pages.pathOf(topic.name);
      return this.#oldPathsOf(topic, base).map((from) => ({ from, to }));
    });
  }
}
