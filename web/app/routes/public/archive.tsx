import { dateInYear } from '@longhand/contract/dates';
import type { ArchivedPost, ArchiveYear } from '@longhand/contract/posts/post-lists';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useLoaderData,
  useLocation,
} from 'react-router';
import {
  type ApiClient,
  failureStatus,
  type LoadedPage,
  orEmpty,
  type YearPage,
} from '../../lib/api-client.ts';
import { type PageUrl, pageApi } from '../../lib/browser-api.ts';
import { redirectOldAddress } from '../../lib/old-address.ts';
import { turnsPage } from '../../lib/revalidation.ts';
import { languageAttributes } from '../../lib/text-attributes.ts';
import { byMonth } from '../../reader/list/by-month.ts';
import { collectionData } from '../../reader/list/collection-data.ts';
import { LoadedList } from '../../reader/list/loaded-list.tsx';
import { PagesOfList } from '../../reader/list/pages-of-list.tsx';
import { readCursor } from '../../reader/list/read-cursor.ts';
import { apiContext } from '../../reader/site/context.server.ts';
import { yearPath } from '../../reader/site/page-paths.ts';
import { useSite } from '../../reader/site/site.ts';
import { useScrollPosition } from '../../reader/site/use-scroll-position.ts';
import { useWords } from '../../reader/site/words.tsx';
import { ArchiveYears } from '../../reader/ui/archive-years.tsx';
import { ListHead } from '../../reader/ui/list-head.tsx';
import { PageHead } from '../../reader/ui/page-head.tsx';
import { PostLink } from '../../reader/ui/post-card.tsx';
import { StructuredData } from '../../reader/ui/structured-data.tsx';
import styles from './archive.module.css';

type Archive = YearPage & {
  readonly year: number;
  readonly years: readonly ArchiveYear[];
  readonly isFirst: boolean;
};

type Loaded = LoadedPage<Archive>;

async function loadYear(api: ApiClient, url: PageUrl): Promise<Loaded> {
  // The API would refuse anything else, and the refusal would be logged as an error.
  const year = Number(/^\/archive\/(\d{4})$/.exec(url.pathname)?.[1]);
  if (!year) return { page: null, status: 404 };
  const cursor = readCursor(new URLSearchParams(url.search));
  try {
    const [posts, years] = await Promise.all([
      api.listYear(year, cursor),
      orEmpty(api.listYears()),
    ]);
    return { page: { ...posts, year, years, isFirst: cursor === undefined }, status: 200 };
  } catch (error) {
    return { page: null, status: failureStatus(error) };
  }
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const api = context.get(apiContext);
  const loaded = await loadYear(api, url);
  if (loaded.status === 404) await redirectOldAddress(api, url);
  return data({ loaded }, { status: loaded.status });
}

/** Not awaited: a loading text is shown at once. */
export function clientLoader({ url }: ClientLoaderFunctionArgs) {
  return { loaded: loadYear(pageApi(url), url) };
}

export const shouldRevalidate = turnsPage;

export default function ArchiveRoute() {
  const { loaded } = useLoaderData<typeof loader | typeof clientLoader>();
  const url = useLocation();
  return (
    <LoadedList
      first={loaded as Loaded | Promise<Loaded>}
      load={() => loadYear(pageApi(url), url)}
      of="archive"
      title={url.pathname.slice(-4)}
    >
      {(page) => <Year {...page} />}
    </LoadedList>
  );
}

function Year({ year, years, posts, next, isFirst }: Archive) {
  const site = useSite();
  const path = yearPath(year);
  const words = useWords();
  const title = words.text('archive.title', { year: String(year) });
  useScrollPosition();
  return (
    <div className="page">
      <PageHead
        title={title}
        description={words.text('archive.description', { site: site.name, year: String(year) })}
        path={path}
        hidden={!isFirst}
      />
      {isFirst && (
        <StructuredData
          data={collectionData(site, { name: title, blog: words.text('blog.title'), path })}
        />
      )}
      <ListHead
        kind={words.text('archive.kind')}
        title={String(year)}
        direction={words.direction === 'rtl' ? 'rtl' : 'auto'}
      />
      {byMonth(posts, site).map(({ month, posts }) => (
        <Month key={month} month={month} posts={posts} />
      ))}
      <PagesOfList path={path} next={next} isFirst={isFirst} />
      <ArchiveYears years={years} current={year} />
    </div>
  );
}

function Month({ month, posts }: { month: string; posts: readonly ArchivedPost[] }) {
  const { timeZone, language } = useSite();
  return (
    <section className={styles.month}>
      {/* As for dates: the server and the browser may know different versions of a language. */}
      <h2 suppressHydrationWarning>{month}</h2>
      <ul>
        {posts.map((post) => (
          <li key={post.slug}>
            <time dateTime={post.published_at} suppressHydrationWarning>
              {dateInYear('day', post.published_at, timeZone, language)}
            </time>{' '}
            <span {...languageAttributes(post.language)}>
              <PostLink post={post}>{post.title}</PostLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
