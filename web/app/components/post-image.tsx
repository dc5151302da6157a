import { imageAttributes, type Place } from '../lib/images.ts';
import { useSite } from '../lib/site.ts';
import type { PostSummary } from '../lib/summary.ts';
import { Cover } from './cover.tsx';
import { Picture } from './picture.tsx';

type Pictured = Pick<PostSummary, 'title' | 'tags' | 'featured_image' | 'featured_image_alt'>;
type Props = { post: Pictured; place: Place; eager?: boolean };

/** A post's picture, or the cover that stands for it. */
export function PostImage({ post, place, eager = false }: Props) {
  const { apiUrl } = useSite();
  const cover = <Cover title={post.title} topic={post.tags[0]} />;
  if (!post.featured_image) return cover;
  return (
    <Picture
      key={post.featured_image}
      fallback={cover}
      {...imageAttributes(post.featured_image, place, apiUrl)}
      alt={post.featured_image_alt ?? ''}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
