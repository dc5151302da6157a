import { MAX_TAG_LENGTH } from '@longhand/contract/limits';
import { MAX_TAGS, normalizeTags, tagKey } from '@longhand/contract/posts/tags';
import { topicPagePath } from '@longhand/contract/posts/topic-paths';
import type { FoundRedirect } from '../source.ts';

/**
 * Returns a copy: a substring keeps the whole string in memory, here a part of the file that it was read
 * from.
 */
export function detached(text: string): string {
  return Buffer.from(text).toString();
}

/** Commas separate topics here, so the name of a topic cannot have any. */
export function withoutCommas(text: string): string {
  const parts = text.split(',').map((part) => part.trim());
  return parts.join(' ').trim();
}

/** Pages of old topics lead to the topics that posts have here, else to the list of posts. */
export class TopicRedirects {
  readonly #kept = new Set<string>();
  readonly #namesByPath = new Map<string, string>();

  /** Leaves out topics beyond the limits, which the post does not get here. */
  addPost(tags: readonly string[]): void {
    for (const tag of normalizeTags(tags).slice(0, MAX_TAGS))
      if (tag.length <= MAX_TAG_LENGTH) this.#kept.add(detached(tagKey(tag)));
  }

  addOldPath(from: string, name: string): void {
    this.#namesByPath.set(detached(from), detached(name));
  }

  list(): FoundRedirect[] {
    return Array.from(this.#namesByPath, ([from, name]) => ({
      from,
      to: this.#kept.has(tagKey(name)) ? topicPagePath(name) : '/blog',
    }));
  }
}
