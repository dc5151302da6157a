import { foldCase } from '@longhand/contract/fold-case';
import { isPossibleQuery, PAGE_SIZES } from '@longhand/contract/post-query';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
} from 'react-router';
import { Follow } from '../../components/follow.tsx';
import { ListHead } from '../../components/list-head.tsx';
import { LoadedList } from '../../components/loaded-list.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { PagesOfList } from '../../components/pages-of-list.tsx';
import { IMAGES_ABOVE_THE_FOLD, PostCard, PostGrid } from '../../components/post-card.tsx';
import { StructuredData } from '../../components/structured-data.tsx';
import { type ApiClient, failureStatus, type LoadedPage } from '../../lib/api-client.ts';
import { pageApi } from '../../lib/browser-api.ts';
import { collectionData } from '../../lib/collection-data.ts';
import { apiContext } from '../../lib/context.server.ts';
import { topicFromPath, topicPagePath } from '../../lib/page-paths.ts';
import { readCursor } from '../../lib/read-cursor.ts';
import { turnsPage } from '../../lib/revalidation.ts';
import { useSite } from '../../lib/site.ts';
import { type PostSummary, toCard } from '../../lib/summary.ts';
import { useScrollPosition } from '../../lib/use-scroll-position.ts';

type TopicPage = {
  /** As its newest post spells it. */
  readonly topic: string;
  readonly posts: readonly PostSummary[];
  readonly next: string | null;
  readonly isFirst: boolean;
};

type Loaded = LoadedPage<TopicPage>;

async function loadTopic(api: ApiClient, url: URL): Promise<Loaded> {
  const asked = topicFromPath(url.pathname).trim();
  const cursor = readCursor(url.searchParams);
  if (asked === '' || !isPossibleQuery(asked)) return { page: null, status: 404 };
  try {
    const { posts, next } = await api.listPage({ limit: PAGE_SIZES.list, tag: asked, cursor });
    const topic = posts[0]?.tags.find((tag) => foldCase(tag) === foldCase(asked));
    if (topic === undefined) return { page: null, status: 404 };
    const page = { topic, posts: posts.map(toCard), next, isFirst: cursor === undefined };
    return { page, status: 200 };
  } catch (error) {
    return { page: null, status: failureStatus(error) };
  }
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const loaded = await loadTopic(context.get(apiContext), url);
  if (!loaded.page) return data({ loaded }, { status: loaded.status });
  const path = topicPagePath(loaded.page.topic);
  // The query is added by the server.
  if (path !== url.pathname) throw redirect(path, 301);
  return { loaded };
}

/** Not awaited: a loading text is shown at once. */
export function clientLoader({ url }: ClientLoaderFunctionArgs) {
  return { loaded: loadTopic(pageApi(url), url) };
}

export const shouldRevalidate = turnsPage;

const MISSING = { title: 'Topic Not Found', posts: 'posts on this topic' };

export default function TopicRoute() {
  const { loaded } = useLoaderData<typeof loader | typeof clientLoader>();
  const { pathname } = useLocation();
  return (
    <LoadedList
      loaded={loaded as Loaded | Promise<Loaded>}
      kind="Topic"
      title={topicFromPath(pathname)}
      missing={MISSING}
    >
      {(page) => <Topic {...page} />}
    </LoadedList>
  );
}

function Topic({ topic, posts, next, isFirst }: TopicPage) {
  const site = useSite();
  const path = topicPagePath(topic);
  useScrollPosition();
  return (
    <div className="page">
      <PageHead
        title={topic}
        description={`Everything on ${topic} from ${site.name}.`}
        path={path}
        topic={topic}
        hidden={!isFirst}
      />
      {isFirst && <StructuredData data={collectionData(site, topic, path)} />}
      <ListHead kind="Topic" title={topic} />
      <Follow topic={topic} />
      <PostGrid>
        {posts.map((post, index) => (
          <PostCard key={post.id} post={post} eager={index < IMAGES_ABOVE_THE_FOLD} />
        ))}
      </PostGrid>
      <PagesOfList path={path} next={next} isFirst={isFirst} />
    </div>
  );
}
