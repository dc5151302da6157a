import type { Post } from '@longhand/contract/posts';
import { editorAddress } from '../document-editor/addresses.ts';
import { readKeptChanges } from '../document-editor/kept-changes.ts';
import { dateAndTime } from '../post-form/date-and-time.ts';

/** What the dashboard says about the last action. */
export type ListMessage = {
  readonly text: string;
  /** The slug of a post that can be viewed. */
  readonly view?: string;
  readonly isPublic?: boolean;
  /** Where it can be edited. */
  readonly edit?: string;
  readonly undo?: () => void;
};

type PublishedPost = Pick<Post, 'title' | 'slug' | 'publish_at'>;

/** What the editor hands over after a save. */
type SavedPost = PublishedPost & Pick<Post, 'id' | 'published'>;

export function publishedMessage(post: PublishedPost, timeZone: string): ListMessage {
  const { title, slug, publish_at } = post;
  if (publish_at === null) return { text: `‘${title}’ is public`, view: slug, isPublic: true };
  const time = dateAndTime(publish_at, timeZone);
  return { text: `‘${title}’ will be public on ${time}`, view: slug };
}

/** For a post that was published as it was saved, while its working copy has later changes. */
export function withoutChanges(message: ListMessage): ListMessage {
  return { ...message, text: `${message.text}, without its private changes` };
}

/** With a way back to the editor. */
export function savedMessage(post: SavedPost, timeZone: string): ListMessage {
  const isDraft = !post.published && post.publish_at === null;
  const message = isDraft
    ? { text: `‘${post.title}’ is a draft` }
    : publishedMessage(post, timeZone);
  return { ...message, text: `Saved. ${message.text}`, edit: editorAddress('post', post.id) };
}

/** From the state of a navigation, which may be anything. */
function readSavedPost(state: unknown): SavedPost | undefined {
  const { saved } = (state ?? {}) as { saved?: Partial<SavedPost> };
  const texts = [saved?.id, saved?.title, saved?.slug];
  return texts.every((text) => typeof text === 'string')
    ? ({ published: false, publish_at: null, ...saved } as SavedPost)
    : undefined;
}

/** What the editor has done that led here. */
export function readEditorMessage(state: unknown, timeZone: string): ListMessage | undefined {
  const saved = readSavedPost(state);
  return saved ? savedMessage(saved, timeZone) : readKeptChanges(state);
}
