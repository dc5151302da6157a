import { PAGE_SIZES } from '@longhand/contract/posts/post-query';
import { Suspense } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import { type ApiClient, orElse } from '../../lib/api-client.ts';
import { pageApi } from '../../lib/browser-api.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Lead } from '../../reader/list/lead.tsx';
import { Newsletter } from '../../reader/newsletter/newsletter.tsx';
import { apiContext } from '../../reader/site/context.server.ts';
import { useSite } from '../../reader/site/site.ts';
import { useScrollPosition } from '../../reader/site/use-scroll-position.ts';
import { useWords } from '../../reader/site/words.tsx';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { Loading } from '../../reader/ui/loading.tsx';
import { PageHead } from '../../reader/ui/page-head.tsx';
import { PostCard, PostGrid } from '../../reader/ui/post-card.tsx';
import { siteData } from '../../reader/ui/post-structured-data.ts';
import { StructuredData } from '../../reader/ui/structured-data.tsx';
import { type PostSummary, summarise } from '../../reader/ui/summary.ts';
import styles from './home.module.css';

/** Null stands for a failure. */
async function loadPosts(api: ApiClient): Promise<PostSummary[] | null> {
  const page = await orElse(api.listPage({ limit: PAGE_SIZES.home }), null);
  return page ? page.posts.map(summarise) : null;
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
  const loaded = useLoaderData<typeof loader | typeof clientLoader>();
  const { pathname } = useLocation();
  const [posts, attempt, reload] = useReload<Promise<PostSummary[] | null> | PostSummary[] | null>(
    loaded.posts,
    () => loadPosts(pageApi({ pathname, search: '' })),
  );
  const site = useSite();
  const words = useWords();
  return (
    <div className="page">
      <PageHead title={site.name} description={site.description} path="/" bare />
      <StructuredData data={siteData(site)} />
      <h1 className="visually-hidden">{site.name}</h1>
      <Suspense key={attempt} fallback={<Loading text={words.text('loading.page')} />}>
        <Await resolve={posts}>{(loaded) => <Front posts={loaded} onRetry={reload} />}</Await>
      </Suspense>
    </div>
  );
}

/** The sixth cell of the grid, after five cards. */
function AllPosts() {
  const words = useWords();
  return (
    <p className={styles.all} lang={words.lang}>
      <Link to="/blog" viewTransition>
        {`${words.text('home.all')} `}
        <span aria-hidden="true">{words.direction === 'rtl' ? '←' : '→'}</span>
      </Link>
    </p>
  );
}

type FrontProps = { posts: PostSummary[] | null; onRetry: () => void };

function Front({ posts, onRetry }: FrontProps) {
  const { newsletterShown } = useSite();
  const words = useWords();
  useScrollPosition();
  const [lead, ...others] = posts ?? [];
  return (
    <>
      {!posts && <LoadFailed text={words.text('failed.posts')} onRetry={onRetry} />}
      {lead ? (
        <Lead post={lead} />
      ) : (
        <p className={styles.empty} lang={words.lang} dir="auto">
          {words.text('blog.empty')}
        </p>
      )}
      {others.length > 0 && (
        <section className={styles.others} aria-label={words.text('home.more')} lang={words.lang}>
          <PostGrid lang={words.pageLang}>
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
