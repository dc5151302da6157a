import { COVER_VARIANTS, coverFigure, coverSeed } from '@longhand/contract/colours/cover';
import { type ImageSlot, imageAttributes } from '../../lib/images.ts';
import { Picture } from '../../lib/picture.tsx';
import { useSite } from '../site/site.ts';
import styles from './cover.module.css';
import type { PostSummary } from './summary.ts';

/** Returns the first letter or digit, or an empty text if there is none. */
function initialOf(title: string): string | undefined {
  return /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0];
}

/** Letters with an accent, and scripts with marks and long strokes, from Arabic to Khmer, need more room. */
const HIGH = /^(?:[a-z\u0370-\u04ff]\p{M}|[\u0600-\u1cff])/iu;

/** A cover has no words: title and topic are beside it. */
function Cover({ title, topic }: { title: string; topic: string | undefined }) {
  const seed = coverSeed(title, topic);
  const { path, filled } = coverFigure(seed);
  const initial = initialOf(title);
  return (
    <div className={styles.frame}>
      <div
        aria-hidden="true"
        className={`${styles.cover} ${styles[`variant${seed % COVER_VARIANTS}`]}`}
        data-initial={initial}
        data-high={initial && HIGH.test(initial.normalize('NFD')) ? '' : undefined}
      >
        <svg
          aria-hidden="true"
          viewBox="0 0 300 200"
          preserveAspectRatio="xMidYMid slice"
          className={styles.figure}
        >
          <path d={path} fill={filled ? undefined : 'none'} />
        </svg>
      </div>
    </div>
  );
}

type PostWithImage = Pick<
  PostSummary,
  'title' | 'tags' | 'featured_image' | 'featured_image_alt' | 'language'
>;
type Props = { post: PostWithImage; slot: ImageSlot; eager?: boolean };

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
