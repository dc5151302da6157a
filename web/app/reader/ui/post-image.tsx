import { type ImageSlot, imageAttributes } from '../../lib/images.ts';
import { Picture } from '../../lib/picture.tsx';
import { useSite } from '../site/site.ts';
import { Cover } from './cover.tsx';
import type { PostSummary } from './summary.ts';

type PostWithImage = Pick<
  PostSummary,
  'title' | 'tags' | 'featured_image' | 'featured_image_alt' | 'language'
>;
type Props = { post: PostWithImage; slot: ImageSlot; eager?: boolean };

/** A post's featured image, or its cover if it has none. */
export function PostImage({ post, slot, eager = false }: Props) {
  const { apiUrl } = useSite();
  const cover = <Cover title={post.title} topic={post.tags[0]} />;
  if (!post.featured_image) return cover;
  return (
    <Picture
      key={post.featured_image}
      fallback={cover}
      {...imageAttributes(post.featured_image, slot, apiUrl)}
      alt={post.featured_image_alt ?? ''}
      lang={post.language ?? undefined}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
