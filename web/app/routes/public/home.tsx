import { PAGE_SIZES } from '@longhand/contract/post-query';
import { Suspense } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
} from 'react-router';
import { Lead } from '../../components/lead.tsx';
import { Loading } from '../../components/loading.tsx';
import { Newsletter } from '../../components/newsletter.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PostCard, PostGrid } from '../../components/post-card.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { type ApiClient, NO_POSTS, orElse } from '../../lib/api-client.ts';
import { pageApi } from '../../lib/browser-api.ts';
import { apiContext } from '../../lib/context.server.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useSite } from '../../lib/site.ts';
import { siteData } from '../../lib/structured-data.ts';
import { type PostSummary, summarise } from '../../lib/summary.ts';
import { useScrollPosition } from '../../lib/use-scroll-position.ts';
import styles from './home.module.css';

async function loadPosts(api: ApiClient): Promise<PostSummary[]> {
  const { posts } = await orElse(api.listPage({ limit: PAGE_SIZES.home }), NO_POSTS);
  return posts.map(summarise);
}

export async function loader({ context }: LoaderFunctionArgs) {
  return { posts: await loadPosts(context.get(apiContext)) };
}

/** Not awaited: the page is shown at once, with a loading text. */
export function clientLoader({ url }: ClientLoaderFunctionArgs) {
  return { posts: loadPosts(pageApi(url)) };
}

export const shouldRevalidate = leavesPage;

export default function Home() {
  const { posts } = useLoaderData<typeof loader | typeof clientLoader>();
  const site = useSite();
  return (
    <div className="page">
      <PageHead title={site.name} description={site.description} path="/" bare />
      <StructuredData data={siteData(site)} />
      <h1 className="visually-hidden">{site.name}</h1>
      <Suspense fallback={<Loading text="Loading..." />}>
        <Await resolve={posts}>{(loaded) => <Front posts={loaded} />}</Await>
      </Suspense>
    </div>
  );
}

/** The sixth cell of the grid, after five cards. */
function AllPosts() {
  return (
    <p className={styles.all}>
      <Link to="/blog" viewTransition>
        All posts <span aria-hidden="true">→</span>
      </Link>
    </p>
  );
}

function Front({ posts }: { posts: PostSummary[] }) {
  const { newsletterShown } = useSite();
  useScrollPosition();
  const [lead, ...others] = posts;
  return (
    <>
      {lead ? (
        <Lead post={lead} />
      ) : (
        <p className={styles.empty} dir="auto">
          No posts available yet.
        </p>
      )}
      {others.length > 0 && (
        <section className={styles.others} aria-label="More posts">
          <PostGrid>
            {others.map((post) => (
              <PostCard key={post.id} post={post} excerpt={false} />
            ))}
            <AllPosts />
          </PostGrid>
        </section>
      )}
      {newsletterShown && <Newsletter />}
    </>
  );
}
