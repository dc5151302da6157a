import { imageUrl, sizeFromName } from '../lib/images.ts';
import { useSite } from '../lib/site.ts';
import type { PostSummary } from '../lib/summary.ts';
import { Cover } from './cover.tsx';

/** Where the size is not known, the box of 3:2 that every list reserves. */
const DEFAULT_SIZE = { width: 1200, height: 800 };

type Pictured = Pick<PostSummary, 'title' | 'tags' | 'featured_image' | 'featured_image_alt'>;
type Props = { post: Pictured; eager?: boolean };

/** A post's picture, or the cover that stands for it. */
export function PostImage({ post, eager = false }: Props) {
  const { apiUrl } = useSite();
  if (!post.featured_image) return <Cover title={post.title} topic={post.tags[0]} />;
  return (
    <img
      src={imageUrl(post.featured_image, apiUrl)}
      alt={post.featured_image_alt ?? ''}
      {...(sizeFromName(post.featured_image) ?? DEFAULT_SIZE)}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : 'auto'}
      decoding="async"
    />
  );
}
