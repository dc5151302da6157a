import { MAX_IMAGE_USES } from '@longhand/contract/image-names';
import type { StoredImage } from '@longhand/contract/images';

/** Where an upload is used, in one line. */
export function imageUses({ used_in }: Pick<StoredImage, 'used_in'>): string {
  const [first, ...others] = used_in;
  if (!first) return 'Not used';
  const post = `Used in “${first.title}”${first.published ? '' : ' (draft)'}`;
  if (others.length === 0) return post;
  // A full list may have been cut.
  return used_in.length < MAX_IMAGE_USES
    ? `${post} and ${others.length} more`
    : `${post} and others`;
}
