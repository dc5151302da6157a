import type { Post } from '@longhand/contract/posts';
import { dateAndTime } from '../post-form/date-and-time.ts';

/** What the dashboard says about the last action. */
export type ListMessage = {
  readonly text: string;
  /** The slug of a post that can be viewed. */
  readonly view?: string;
  readonly isPublic?: boolean;
  /** The id of a post that can be edited. */
  readonly edit?: string;
  readonly undo?: () => void;
};

/** What the editor hands over after publishing. */
type PublishedPost = Pick<Post, 'title' | 'slug' | 'publish_at'>;

export function publishedMessage(post: PublishedPost, timeZone: string): ListMessage {
  const { title, slug, publish_at } = post;
  if (publish_at === null) return { text: `‘${title}’ is public`, view: slug, isPublic: true };
  const time = dateAndTime(publish_at, timeZone);
  return { text: `‘${title}’ will be public on ${time}`, view: slug };
}

/** For a post that was published as it was saved, while its working copy has later changes. */
export function withoutChanges(message: ListMessage): ListMessage {
  return { ...message, text: `${message.text}, without the changes since it was saved` };
}

/** From the state of a navigation, which may be anything. */
export function readPublishedPost(state: unknown): PublishedPost | undefined {
  const { published } = (state ?? {}) as { published?: Partial<PublishedPost> };
  if (typeof published?.title !== 'string' || typeof published.slug !== 'string') return undefined;
  return { publish_at: null, ...published } as PublishedPost;
}
