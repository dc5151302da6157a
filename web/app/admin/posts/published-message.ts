import type { Post } from '@longhand/contract/posts/posts';
import { editorAddress } from '../document-editor/addresses.ts';
import { readWorkingCopyNotice } from '../document-editor/working-copy-notice.ts';
import type { ListMessage } from '../ui/lists/list-message.tsx';
import { dateAndTime } from '../words/date-and-time.ts';

type PublishedPost = Pick<Post, 'title' | 'slug' | 'publish_at'>;

/** The editor passes this to the dashboard after a save. */
type SavedPost = PublishedPost & Pick<Post, 'id' | 'published'>;

export function publishedMessage(post: PublishedPost, timeZone: string): ListMessage {
  const { title, slug, publish_at } = post;
  if (publish_at === null) return { text: `“${title}” is public`, view: slug, isPublic: true };
  const time = dateAndTime(publish_at, timeZone);
  return { text: `“${title}” will be public on ${time}`, view: slug };
}

/** For a post that was published while its working copy has later changes. */
export function withoutChanges(message: ListMessage): ListMessage {
  return { ...message, text: `${message.text}, without its private changes` };
}

function savedMessage(post: SavedPost, timeZone: string): ListMessage {
  const isDraft = !post.published && post.publish_at === null;
  const message = isDraft
    ? { text: `“${post.title}” is a draft` }
    : publishedMessage(post, timeZone);
  return { ...message, text: `Saved. ${message.text}`, edit: editorAddress('post', post.id) };
}

/** The state of a navigation may be anything. */
function readSavedPost(state: unknown): SavedPost | undefined {
  const { saved } = (state ?? {}) as { saved?: Partial<SavedPost> };
  const texts = [saved?.id, saved?.title, saved?.slug];
  return texts.every((text) => typeof text === 'string')
    ? ({ published: false, publish_at: null, ...saved } as SavedPost)
    : undefined;
}

export function readEditorMessage(state: unknown, timeZone: string): ListMessage | undefined {
  const saved = readSavedPost(state);
  return saved ? savedMessage(saved, timeZone) : readWorkingCopyNotice(state);
}
