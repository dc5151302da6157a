import { isPossibleQuery, PAGE_SIZES } from '@longhand/contract/posts/post-query';
import { topicFromPath, topicPagePath } from '@longhand/contract/posts/topic-paths';
import { foldCase } from '@longhand/contract/text/text-rules';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useLocation,
} from 'react-router';
import { type ApiClient, failureStatus, type LoadedPage } from '../../lib/api-client.ts';
import { type PageUrl, pageApi } from '../../lib/browser-api.ts';
import { turnsPage } from '../../lib/revalidation.ts';
import { collectionData } from '../../reader/list/collection-data.ts';
import { LoadedList } from '../../reader/list/loaded-list.tsx';
import { PagesOfList } from '../../reader/list/pages-of-list.tsx';
import { readCursor } from '../../reader/list/read-cursor.ts';
import { apiContext } from '../../reader/site/context.server.ts';
import { useSite } from '../../reader/site/site.ts';
import { useScrollPosition } from '../../reader/site/use-scroll-position.ts';
import { useWords } from '../../reader/site/words.tsx';
import { Follow } from '../../reader/ui/follow.tsx';
import { ListHead } from '../../reader/ui/list-head.tsx';
import { PageHead } from '../../reader/ui/page-head.tsx';
import { IMAGES_ABOVE_THE_FOLD, PostCard, PostGrid } from '../../reader/ui/post-card.tsx';
import { StructuredData } from '../../reader/ui/structured-data.tsx';
import { type PostSummary, toCard } from '../../reader/ui/summary.ts';

type TopicPage = {
  /** The newest post of the topic says how it is spelled. */
  readonly topic: string;
  readonly posts: readonly PostSummary[];
  readonly next: string | null;
  readonly isFirst: boolean;
};

type Loaded = LoadedPage<TopicPage>;

async function loadTopic(api: ApiClient, url: PageUrl): Promise<Loaded> {
  const asked = topicFromPath(url.pathname).trim();
  const cursor = readCursor(new URLSearchParams(url.search));
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

export default function TopicRoute() {
  const { loaded } = useLoaderData<typeof loader | typeof clientLoader>();
  const url = useLocation();
  return (
    <LoadedList
      first={loaded as Loaded | Promise<Loaded>}
      load={() => loadTopic(pageApi(url), url)}
      of="topic"
      title={topicFromPath(url.pathname)}
    >
      {(page) => <Topic {...page} />}
    </LoadedList>
  );
}

function Topic({ topic, posts, next, isFirst }: TopicPage) {
  const site = useSite();
  const words = useWords();
  const path = topicPagePath(topic);
  useScrollPosition();
  return (
    <div className="page">
      <PageHead
        title={topic}
        description={words.text('topic.description', { topic, site: site.name })}
        path={path}
        topic={topic}
        hidden={!isFirst}
      />
      {isFirst && (
        <StructuredData
          data={collectionData(site, { name: topic, blog: words.text('blog.title'), path })}
        />
      )}
      <ListHead kind={words.text('topic.kind')} title={topic} />
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
