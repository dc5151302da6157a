import { socialPicturePath } from '@longhand/contract/media/social-picture';
import type { PostDetail, Translation } from '@longhand/contract/posts/posts';
import type { Contents } from '@longhand/contract/text/contents';
import { Suspense } from 'react';
import { Await, Link } from 'react-router';
import { MorePosts } from '../list/more-posts.tsx';
import { useSite } from '../site/site.ts';
import { useScrollPosition } from '../site/use-scroll-position.ts';
import { useWords } from '../site/words.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PostCard, PostGrid } from '../ui/post-card.tsx';
import { postData } from '../ui/post-structured-data.ts';
import { StructuredData } from '../ui/structured-data.tsx';
import { type PostSummary, publicDate, summarise } from '../ui/summary.ts';
import styles from './article.module.css';
import { ArticleHead } from './prose/article-head.tsx';
import { EditLink } from './prose/edit-link.tsx';
import { ProseWithContents } from './prose/prose.tsx';
import { ShareLinks } from './share-links.tsx';
import { Translations } from './translations.tsx';

type Related = readonly PostSummary[];
/** `content` is null if it came with the server's page, which also has its table of contents. */
export type ShownPost = Omit<PostDetail, 'content' | 'language' | 'translations'> & {
  readonly content: string | null;
  readonly language?: string | null;
  readonly translations?: readonly Translation[];
  readonly contents?: Contents;
};

type Props = { post: ShownPost; related: Related | Promise<Related> };

export function Article({ post, related }: Props) {
  const site = useSite();
  const words = useWords();
  const picture = (site.apiUrl || site.url) + socialPicturePath(post);
  const { translations = [], language = null } = post;
  useScrollPosition();
  return (
    <>
      <PageHead
        title={post.meta_title ?? post.title}
        description={post.meta_description ?? post.excerpt}
        path={`/blog/${post.slug}`}
        hidden={!post.published}
        translations={translations}
        article={{
          language,
          published: publicDate(post),
          modified: post.updated_at,
          tags: post.tags,
          picture: { url: picture, alt: post.title },
        }}
      />
      {post.published ? (
        <StructuredData data={postData(post, site, picture)} />
      ) : (
        <DraftBanner post={post} />
      )}
      <article className={styles.article}>
        {post.published && <EditLink to={`/admin/posts/edit/${post.id}`} />}
        <ArticleHead post={summarise(post)}>
          {translations.length > 0 && <Translations translations={translations} />}
        </ArticleHead>
        <ProseWithContents html={post.content} contents={post.contents} language={language} />
        <footer className={styles.foot}>
          <ShareLinks post={post} />
          <p>
            <Link to="/blog" lang={words.lang} dir={words.direction} viewTransition>
              {words.text('back.blog')}
            </Link>
          </p>
        </footer>
      </article>
      {post.published && <MorePosts post={post} />}
      <Suspense fallback={null}>
        <Await resolve={related}>{(posts) => <RelatedPosts posts={posts} />}</Await>
      </Suspense>
    </>
  );
}

function DraftBanner({ post }: { post: ShownPost }) {
  const words = useWords();
  return (
    <aside className={styles.draft} aria-label={words.text('post.draft')} lang={words.lang}>
      <strong>{words.text('post.draft')}</strong> {words.text('post.draft-note')}
      <Link to={`/admin/posts/edit/${post.id}`}>{words.text('post.edit')}</Link>
    </aside>
  );
}

function RelatedPosts({ posts }: { posts: Related }) {
  const words = useWords();
  if (posts.length === 0) return null;
  return (
    <section className={`page no-print ${styles.related}`} aria-labelledby="related">
      <h2 id="related" lang={words.lang}>
        {words.text('post.related')}
      </h2>
      <PostGrid>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} heading="h3" excerpt={false} />
        ))}
      </PostGrid>
    </section>
  );
}
