import type { AdjacentPost } from '@longhand/contract/posts/posts';
import { filteredListPath } from '@longhand/contract/posts/topic-paths';
import { Link } from 'react-router';
import { languageAttributes, textAttributes } from '../../lib/text-attributes.ts';
import { savesData } from '../offline/saves-data.ts';
import { LongDate } from './date.tsx';
import styles from './post-card.module.css';
import { PostImage } from './post-image.tsx';
import { cancelPrefetch, prefetchPost } from './prefetched-post.ts';
import { onlySummary, type PostSummary } from './summary.ts';

/** A list on a phone shows as many without scrolling. */
export const IMAGES_ABOVE_THE_FOLD = 1;

export function Dateline({ post }: { post: Pick<PostSummary, 'date' | 'tags'> }) {
  return (
    <p className="label">
      {post.tags[0] && (
        <Link className={styles.topic} to={filteredListPath(post.tags[0])}>
          <span {...textAttributes(post.tags[0])}>{post.tags[0]}</span>
        </Link>
      )}
      <LongDate date={post.date} />
    </p>
  );
}

type PostLinkProps = {
  /** With only a title, no head is shown while the post loads. */
  post: PostSummary | AdjacentPost;
  rel?: 'prev' | 'next';
  /** Its name is the text of the link. */
  language?: string;
  children: React.ReactNode;
};

export function PostLink({ post, rel, language, children }: PostLinkProps) {
  const prefetch = () => prefetchPost(post.slug);
  return (
    <Link
      to={`/blog/${post.slug}`}
      rel={rel}
      {...(language && languageAttributes(language))}
      // A browser may call a language otherwise than the server.
      suppressHydrationWarning={language !== undefined}
      state={'id' in post ? { summary: onlySummary(post) } : null}
      viewTransition
      prefetch={savesData() ? 'none' : 'intent'}
      // Why not onPointerEnter: scrolling moves links under a pointer that rests.
      onPointerMove={prefetch}
      onPointerLeave={cancelPrefetch}
      onPointerDown={prefetch}
      onFocus={prefetch}
    >
      {children}
    </Link>
  );
}

type Props = { post: PostSummary; heading?: 'h2' | 'h3'; eager?: boolean; excerpt?: boolean };

export function PostCard({ post, heading: Heading = 'h2', eager = false, excerpt = true }: Props) {
  return (
    <article className={styles.card}>
      <div className={styles.image}>
        <PostImage post={post} slot="card" eager={eager} />
      </div>
      <Dateline post={post} />
      <Heading className={styles.title} {...textAttributes(post.title, post.language)}>
        <PostLink post={post}>{post.title}</PostLink>
      </Heading>
      {excerpt && (
        <p className={styles.excerpt} {...languageAttributes(post.language)}>
          {post.excerpt}
        </p>
      )}
    </article>
  );
}

type GridProps = { children: React.ReactNode; busy?: boolean; lang?: string | undefined };

export function PostGrid({ children, busy = false, lang }: GridProps) {
  return (
    <div className={styles.grid} lang={lang} aria-busy={busy || undefined}>
      {children}
    </div>
  );
}
