import { foldCase } from '@longhand/contract/text/text-rules';
import { useState } from 'react';
import { browserApi } from '../../lib/browser-api.ts';
import type { BlogData, Filter, ListedPost } from './blog-list.ts';

/** The topics that came with the page; `load` fetches those that were left out. */
export function useTopics({
  tags,
  moreTags,
}: BlogData): [topics: readonly string[], load: () => void] {
  const [topics, setTopics] = useState({ tags, complete: !moreTags });
  function load(): void {
    if (topics.complete) return;
    setTopics({ ...topics, complete: true });
    browserApi
      .listTags()
      .then((loaded) => setTopics({ tags: loaded, complete: true }), console.error);
  }
  return [topics.tags, load];
}

/** The filter's topic as the posts spell it; undefined if no post has it. */
export function findTopic(
  topics: readonly string[],
  posts: readonly ListedPost[],
  { tag }: Filter,
): string | undefined {
  if (tag === '') return undefined;
  const key = foldCase(tag);
  const matches = (topic: string) => foldCase(topic) === key;
  return topics.find(matches) ?? posts.flatMap((post) => post.tags).find(matches);
}
