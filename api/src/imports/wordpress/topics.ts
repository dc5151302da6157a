import { normalizeTags } from '@longhand/contract/posts/tags';
import { decoded } from '@longhand/contract/text/decoded';
import { plainText } from '../content/plain-text.ts';
import { detached, TopicRedirects, withoutCommas } from '../content/topics.ts';
import type { FoundRedirect } from '../source.ts';
import { childrenOf, textOf, type WxrElement } from './wxr/channel-elements.ts';

type TopicKind = 'category' | 'tag';

export type Topic = {
  readonly kind: TopicKind;
  /** The name in addresses; empty if the export does not contain it. */
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

/** WordPress gives this to posts without a category. */
const NO_CATEGORY = new Set(['uncategorized', 'uncategorised']);

function isNoCategory({ kind, nicename, name }: Topic): boolean {
  return kind === 'category' && NO_CATEGORY.has(nicename || name.toLowerCase());
}

function topicName(text: string): string {
  return withoutCommas(plainText(text));
}

export function topicsOf(item: WxrElement): Topic[] {
  return childrenOf(item, 'category').flatMap(({ attributes, text }) => {
    const kind = KINDS[attributes.domain ?? ''];
    const name = topicName(text);
    if (kind === undefined || name === '') return [];
    return { kind, nicename: decoded(attributes.nicename ?? ''), name };
  });
}

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

export class TopicAddresses {
  readonly #categoriesByNicename = new Map<string, Category>();
  readonly #topicsByKey = new Map<string, Topic>();
  readonly #redirects = new TopicRedirects();

  addCategory(element: WxrElement): void {
    const nicename = decoded(textOf(element, 'wp:category_nicename'));
    this.#categoriesByNicename.set(detached(nicename), {
      id: detached(textOf(element, 'wp:term_id')),
      parent: detached(decoded(textOf(element, 'wp:category_parent'))),
    });
    this.#addListed('category', nicename, textOf(element, 'wp:cat_name'));
  }

  addTag(element: WxrElement): void {
    const nicename = decoded(textOf(element, 'wp:tag_slug'));
    this.#addListed('tag', nicename, textOf(element, 'wp:tag_name'));
  }

  addPost(item: WxrElement): void {
    for (const topic of topicsOf(item)) this.#add(topic);
    this.#redirects.addPost(tagsOf(item));
  }

  /** A listed topic may have no posts. */
  #addListed(kind: TopicKind, nicename: string, text: string): void {
    if (!this.#topicsByKey.has(`${kind} ${nicename}`))
      this.#add({ kind, nicename, name: topicName(text) });
  }

  #add({ kind, nicename, name }: Topic): void {
    const topic = { kind, nicename: detached(nicename), name: detached(name) };
    if (nicename !== '') this.#topicsByKey.set(detached(`${kind} ${nicename}`), topic);
  }

  /** Includes the parents, up to a category that is its own ancestor. */
  #pathOf(nicename: string): string {
    const path: string[] = [];
    for (
      let at = nicename;
      at !== '' && !path.includes(at);
      at = this.#categoriesByNicename.get(at)?.parent ?? ''
    )
      path.unshift(at);
    return path.map(encodeURIComponent).join('/');
  }

  #oldPathsOf({ kind, nicename }: Topic, base: string): string[] {
    const short = `${base}/${kind}/${encodeURIComponent(nicename)}/`;
    if (kind === 'tag') return [short];
    const id = this.#categoriesByNicename.get(nicename)?.id;
    const byId = id && base === '' ? [`/?cat=${id}`] : [];
    return [`${base}/category/${this.#pathOf(nicename)}/`, short, ...byId];
  }

  /** `base` is the path of the old blog on its host. */
  redirects(base: string): FoundRedirect[] {
    for (const topic of this.#topicsByKey.values())
      for (const from of this.#oldPathsOf(topic, base))
        this.#redirects.addOldPath(from, topic.name);
    return this.#redirects.list();
  }
}
