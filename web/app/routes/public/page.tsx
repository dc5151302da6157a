import { isNeverPage } from '@longhand/contract/pages/page-addresses';
import type { PublicPage } from '@longhand/contract/pages/pages';
import { type Contents, contentsOf } from '@longhand/contract/text/contents';
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from '@longhand/contract/text/text-rules';
import { Suspense } from 'react';
import {
  Await,
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useLoaderData,
  useLocation,
  useParams,
} from 'react-router';
import { type ApiClient, ApiError, failureStatus, type LoadedPage } from '../../lib/api-client.ts';
import { type PageUrl, pageApi } from '../../lib/browser-api.ts';
import { leaveOldAddress, redirectOldAddress } from '../../lib/old-address.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { textAttributes } from '../../lib/text-attributes.ts';
import { useReload } from '../../lib/use-reload.ts';
import { ContactLine } from '../../reader/article/contact-line.tsx';
import { EditLink } from '../../reader/article/prose/edit-link.tsx';
import { ProseWithContents } from '../../reader/article/prose/prose.tsx';
import styles from '../../reader/article/static-page.module.css';
import { apiContext, contentContext } from '../../reader/site/context.server.ts';
import { useScrollPosition } from '../../reader/site/use-scroll-position.ts';
import { useWords } from '../../reader/site/words.tsx';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { Loading } from '../../reader/ui/loading.tsx';
import { Failed, NotFound } from '../../reader/ui/message.tsx';
import { PageHead } from '../../reader/ui/page-head.tsx';

/** `content` is null if it came with the server's page, which also has its table of contents. */
type ShownPage = Omit<PublicPage, 'content'> & {
  readonly content: string | null;
  readonly contents?: Contents;
};

type Loaded = LoadedPage<ShownPage>;

const NO_PAGE: Loaded = { page: null, status: 404 };

/** The others are not asked for: any address at the root that is nothing else comes here. */
function isPossible(slug: string): boolean {
  return slug.length <= MAX_SLUG_LENGTH && SLUG_PATTERN.test(slug);
}

async function loadPage(api: ApiClient, slug: string): Promise<Loaded> {
  if (!isPossible(slug)) return NO_PAGE;
  try {
    return { page: await api.findPage(slug), status: 200 };
  } catch (error) {
    if (error instanceof ApiError && error.movedTo) throw redirect(`/${error.movedTo}`, 301);
    return { page: null, status: failureStatus(error) };
  }
}

export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const { slug = '' } = params;
  // Only here, so that readers need no list of them.
  const loaded: Loaded = isNeverPage(slug) ? NO_PAGE : await loadPage(api, slug);
  if (loaded.status === 404) await redirectOldAddress(api, url);
  if (!loaded.page) return data({ loaded }, { status: loaded.status });
  const { content, ...page } = loaded.page;
  context.get(contentContext).html = content ?? '';
  const contents = contentsOf(content ?? '');
  return { loaded: { page: { ...page, content: null, contents }, status: 200 } satisfies Loaded };
}

async function loadInBrowser(slug: string, url: PageUrl): Promise<Loaded> {
  const api = pageApi(url);
  const loaded = await loadPage(api, slug);
  if (loaded.status === 404) await leaveOldAddress(api, url);
  return loaded;
}

/** Not awaited: a loading text is shown at once. */
export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  return { loaded: loadInBrowser(params.slug ?? '', url) };
}

export const shouldRevalidate = leavesPage;

export default function PageRoute() {
  const { loaded: first } = useLoaderData<typeof loader | typeof clientLoader>();
  const { pathname, search, hash } = useLocation();
  const { slug = '' } = useParams();
  const [loaded, attempt, reload] = useReload(first as Loaded | Promise<Loaded>, () =>
    loadInBrowser(slug, { pathname, search }),
  );
  return (
    <Suspense key={pathname + attempt} fallback={<LoadingPage />}>
      <Await resolve={loaded}>
        {({ page, status }) => {
          if (!page) return <NoPage status={status} onRetry={reload} />;
          if (page.slug === slug) return <Page page={page} />;
          // The browser has followed the redirect of an address that the page had before.
          return <Navigate to={{ pathname: `/${page.slug}`, search, hash }} replace />;
        }}
      </Await>
    </Suspense>
  );
}

function NoPage({ status, onRetry }: { status: number; onRetry: () => void }) {
  const words = useWords();
  if (status === 404) return <NotFound />;
  return (
    <Failed>
      <LoadFailed text={words.text('failed.page')} onRetry={onRetry} />
    </Failed>
  );
}

function LoadingPage() {
  const text = useWords().text('loading.page');
  return (
    <>
      <title>{text}</title>
      <Loading text={text} />
    </>
  );
}

function Page({ page }: { page: ShownPage }) {
  useScrollPosition();
  return (
    <div className={styles.page}>
      <PageHead title={page.title} description={page.meta_description} path={`/${page.slug}`} />
      <EditLink to={`/admin/pages/edit/${page.id}`} />
      <h1 className={styles.title} {...textAttributes(page.title)}>
        {page.title}
      </h1>
      <ProseWithContents html={page.content} contents={page.contents} />
      {page.slug === 'contact' && <ContactLine />}
    </div>
  );
}
