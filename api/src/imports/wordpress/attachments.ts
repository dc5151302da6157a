import { plainText } from '../content/plain-text.ts';
import { detached } from '../content/topics.ts';
import type { FoundPicture } from '../source.ts';
import { fieldsOf, textOf, type WxrElement } from './wxr/channel-elements.ts';

export type Attachment = FoundPicture & {
  readonly id: string;
  /** The caption is HTML. */
  readonly caption: string;
  readonly order: number;
};

/** The attachments of all posts are kept in memory. */
const MAX_CAPTION_CHARACTERS = 2_000;

const PICTURE = /\.(?:jpe?g|png|gif|webp|avif|heic|bmp|tiff?|svg|ico)$/i;

export function isPictureAddress(address: string): boolean {
  return PICTURE.test(URL.parse(address)?.pathname ?? address);
}

function attachmentOf(item: WxrElement): Attachment {
  return {
    id: detached(textOf(item, 'wp:post_id')),
    address: detached(textOf(item, 'wp:attachment_url') || textOf(item, 'guid')),
    alt: detached(plainText(fieldsOf(item).get('_wp_attachment_image_alt') ?? '')) || null,
    caption: detached(textOf(item, 'excerpt:encoded').slice(0, MAX_CAPTION_CHARACTERS)),
    order: Number(textOf(item, 'wp:menu_order')) || 0,
  };
}

/** The media library may come after the posts that show its files. */
export class Attachments {
  readonly #byId = new Map<string, Attachment>();
  readonly #idsByPost = new Map<string, string[]>();
  readonly #pages = new Set<string>();

  add(item: WxrElement): void {
    const attachment = attachmentOf(item);
    if (!/^https?:\/\//i.test(attachment.address)) return;
    this.#byId.set(attachment.id, attachment);
    this.#pages.add(detached(textOf(item, 'link')));
    const post = detached(textOf(item, 'wp:post_parent'));
    const ids = this.#idsByPost.get(post);
    if (ids) ids.push(attachment.id);
    else this.#idsByPost.set(post, [attachment.id]);
  }

  picture(id: string): Attachment | null {
    const attachment = this.#byId.get(id);
    return attachment && isPictureAddress(attachment.address) ? attachment : null;
  }

  /** Sorted in the order that the writer chose. */
  picturesOf(post: string): Attachment[] {
    const ids = this.#idsByPost.get(post) ?? [];
    return ids
      .flatMap((id) => this.picture(id) ?? [])
      .toSorted((a, b) => a.order - b.order || Number(a.id) - Number(b.id));
  }

  /** True if WordPress had a page for a single file there, which no longer exists. */
  isPage(address: string): boolean {
    return this.#pages.has(address);
  }
}
