import { type ReactNode, Suspense } from 'react';
import { Await, useLocation } from 'react-router';
import type { LoadedPage } from '../../lib/api-client.ts';
import { ListHead } from '../ui/list-head.tsx';
import { LoadFailed, notLoaded } from '../ui/load-failed.tsx';
import { Loading } from '../ui/loading.tsx';
import { BACK_TO_BLOG, FAILED, Message } from '../ui/message.tsx';

type Props<Page> = {
  loaded: LoadedPage<Page> | Promise<LoadedPage<Page>>;
  /** Above the title: what kind of list it is. */
  kind: string;
  title: string;
  /** Shown when there are no posts, and how the posts would be called. */
  missing: { title: string; posts: string };
  onRetry: () => void;
  children: (page: Page) => ReactNode;
};

/** The posts of a topic or a year: while they load, when there are none, and when they are there. */
export function LoadedList<Page>(props: Props<Page>) {
  const { loaded, kind, title, missing, onRetry, children } = props;
  const { pathname, search } = useLocation();
  const older = search.includes('cursor=') ? 'older ' : '';
  return (
    <Suspense key={pathname + search} fallback={<LoadingList kind={kind} title={title} />}>
      <Await resolve={loaded}>
        {({ page, status }) => {
          if (page) return children(page);
          if (status !== 404)
            return (
              <Message {...FAILED} back={BACK_TO_BLOG}>
                <LoadFailed text={notLoaded('posts')} onRetry={onRetry} />
              </Message>
            );
          const text = `There are no ${older}${missing.posts}.`;
          return <Message title={missing.title} text={text} back={BACK_TO_BLOG} />;
        }}
      </Await>
    </Suspense>
  );
}

function LoadingList({ kind, title }: { kind: string; title: string }) {
  return (
    <div className="page">
      <title>{title}</title>
      <ListHead kind={kind} title={title} />
      <Loading text="Loading posts..." />
    </div>
  );
}
