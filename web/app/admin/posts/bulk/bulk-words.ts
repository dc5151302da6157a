import type { BulkChange } from '@longhand/contract/posts/bulk-changes';

type Words = {
  /** The question before the change; undefined if nothing is asked. */
  readonly ask?: (posts: string) => string;
  readonly running: string;
  /** Follows the number of posts. */
  readonly done: (isOne: boolean) => string;
  /** Said of posts that need no change; undefined if there are none. */
  readonly already?: (isOne: boolean) => string;
  /** Said of posts that were changed before an interruption. */
  readonly participle: string;
};

const are = (isOne: boolean) => (isOne ? 'is' : 'are');
const have = (isOne: boolean) => (isOne ? 'has' : 'have');

export function wordsOf(change: BulkChange): Words {
  switch (change.kind) {
    case 'publish':
      return {
        ask: (posts) => `Publish ${posts}?`,
        running: 'Publishing',
        done: (isOne) => `${are(isOne)} public now`,
        already: (isOne) => `${are(isOne)} public already`,
        participle: 'published',
      };
    case 'unpublish':
      return {
        ask: (posts) => `Unpublish ${posts}?`,
        running: 'Unpublishing',
        done: (isOne) => (isOne ? 'is a draft now' : 'are drafts now'),
        already: (isOne) => (isOne ? 'is a draft already' : 'are drafts already'),
        participle: 'unpublished',
      };
    case 'topic':
      return {
        ask: (posts) => `Add the topic “${change.topic}” to ${posts}?`,
        running: 'Changing',
        done: (isOne) => `${have(isOne)} the topic now`,
        already: (isOne) => `${have(isOne)} the topic already`,
        participle: `given the topic “${change.topic}”`,
      };
    case 'remove_topic':
      return {
        ask: (posts) => `Remove the topic “${change.topic}” from ${posts}?`,
        running: 'Changing',
        done: (isOne) => `no longer ${have(isOne)} the topic`,
        already: (isOne) => (isOne ? 'does not have the topic' : 'do not have the topic'),
        participle: `changed (the topic “${change.topic}” was removed)`,
      };
    case 'delete':
      return {
        ask: (posts) => `Delete ${posts}?`,
        running: 'Deleting',
        done: (isOne) => `${are(isOne)} in the trash`,
        participle: 'deleted',
      };
    case 'restore':
      return {
        running: 'Restoring',
        done: (isOne) => `${isOne ? 'was' : 'were'} restored`,
        participle: 'restored',
      };
    case 'delete_for_good':
      return {
        ask: (posts) => `Delete ${posts} for good? This cannot be undone.`,
        running: 'Deleting',
        done: (isOne) => `${isOne ? 'was' : 'were'} deleted for good`,
        participle: 'deleted for good',
      };
  }
}

export function isOfTrash({ kind }: BulkChange): boolean {
  return kind === 'restore' || kind === 'delete_for_good';
}

/** If so, a post that is no longer listed has been changed. */
export function removesFromList(change: BulkChange): boolean {
  return change.kind === 'delete' || isOfTrash(change);
}

export function countPosts(count: number): string {
  return count === 1 ? '1 post' : `${count} posts`;
}

const MAX_NAMES = 3;

/** Returns for example “A”, “B” and 4 more. `titles` may be only the first of `total` posts. */
export function nameSome(titles: readonly string[], total = titles.length): string {
  const shown = titles.slice(0, total > MAX_NAMES ? MAX_NAMES - 1 : MAX_NAMES);
  const names = shown.map((title) => `“${title}”`);
  const others = total - shown.length;
  const last = others > 0 ? `${others} more` : names.pop();
  return names.length === 0 ? `${last}` : `${names.join(', ')} and ${last}`;
}
