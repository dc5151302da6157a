import { MAX_TAG_LENGTH } from '@longhand/contract/limits';
import { MAX_TAGS, normalizeTags, tagKey } from '@longhand/contract/tags';
import { topicPagePath } from '@longhand/contract/topic-paths';
import { detached } from './detached.ts';

/** Where the pages of old topics lead: to those of the topics that posts have here, else to the list. */
export class TopicPages {
  readonly #kept = new Set<string>();

  /** The topics of a post, of which those that do not fit are cut. */
  add(tags: readonly string[]): void {
    for (const tag of normalizeTags(tags).slice(0, MAX_TAGS))
      if (tag.length <= MAX_TAG_LENGTH) this.#kept.add(detached(tagKey(tag)));
  }

  pathOf(tag: string): string {
    return this.#kept.has(tagKey(tag)) ? topicPagePath(tag) : '/blog';
  }
}
