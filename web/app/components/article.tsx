import type { Post } from '@longhand/contract/posts';
import { Suspense, useRef } from 'react';
import { Await, Link } from 'react-router';
import { withImageHost } from '../lib/images.ts';
import { useSite } from '../lib/site.ts';
import { type PostSummary, summarise } from '../lib/summary.ts';
import { useCopyButtons } from '../lib/use-copy-buttons.ts';
import { useScrollPosition } from '../lib/use-scroll-position.ts';
import styles from './article.module.css';
import { ArticleHead } from './article-head.tsx';
import { PageHead } from './page-head.tsx';
import { PostCard, PostGrid } from './post-card.tsx';
import prose from './prose.module.css';
import { ShareLinks } from './share-links.tsx';

type Related = readonly PostSummary[];
type Props = { post: Post; related: Related | Promise<Related> };

export function Article({ post, related }: Props) {
  const { apiUrl } = useSite();
  const content = useRef<HTMLDivElement>(null);
  useCopyButtons(content);
  useScrollPosition();
  return (
    <>
      <PageHead
        title={post.meta_title ?? post.title}
        description={post.meta_description ?? post.excerpt}
        path={`/blog/${post.slug}`}
      />
      <article>
        <ArticleHead post={summarise(post)} />
        <div
          ref={content}
          className={prose.prose}
          dir="auto"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was saved
          dangerouslySetInnerHTML={{ __html: withImageHost(post.content, apiUrl) }}
        />
        <footer className={styles.foot}>
          <ShareLinks post={post} />
          <p>
            <Link to="/blog" viewTransition>
              ← Back to Blog
            </Link>
          </p>
        </footer>
      </article>
      <Suspense fallback={null}>
        <Await resolve={related}>{(posts) => <RelatedPosts posts={posts} />}</Await>
      </Suspense>
    </>
  );
}

function RelatedPosts({ posts }: { posts: Related }) {
  if (posts.length === 0) return null;
  return (
    <section className={`page no-print ${styles.related}`} aria-labelledby="related">
      <h2 id="related">Related posts</h2>
      <PostGrid>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} heading="h3" excerpt={false} />
        ))}
      </PostGrid>
    </section>
  );
}
