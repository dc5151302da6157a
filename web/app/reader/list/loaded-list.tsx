import { type ReactNode, Suspense } from 'react';
import { Await, useLocation } from 'react-router';
import type { LoadedPage } from '../../lib/api-client.ts';
import { useReload } from '../../lib/use-reload.ts';
import { useWords } from '../site/words.tsx';
import { ListHead } from '../ui/list-head.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { Loading } from '../ui/loading.tsx';
import { Failed, Message } from '../ui/message.tsx';

type Props<Page> = {
  first: LoadedPage<Page> | Promise<LoadedPage<Page>>;
  load: () => Promise<LoadedPage<Page>>;
  of: 'topic' | 'archive';
  title: string;
  children: (page: Page) => ReactNode;
};

export function LoadedList<Page>({ first, load, of, title, children }: Props<Page>) {
  const { pathname, search } = useLocation();
  const words = useWords();
  const [loaded, attempt, reload] = useReload(first, load);
  const empty = search.includes('cursor=') ? 'no-older' : 'empty';
  return (
    <Suspense key={attempt + pathname + search} fallback={<LoadingList of={of} title={title} />}>
      <Await resolve={loaded}>
        {({ page, status }) => {
          if (page) return children(page);
          if (status !== 404)
            return (
              <Failed back="blog">
                <LoadFailed text={words.text('failed.posts')} onRetry={reload} />
              </Failed>
            );
          const title = words.text(`${of}.not-found`);
          return <Message title={title} text={words.text(`${of}.${empty}`)} back="blog" />;
        }}
      </Await>
    </Suspense>
  );
}

type LoadingProps = Pick<Props<unknown>, 'of' | 'title'>;

function LoadingList({ of, title }: LoadingProps) {
  const words = useWords();
  return (
    <div className="page">
      <title>{title}</title>
      <ListHead kind={words.text(`${of}.kind`)} title={title} />
      <Loading text={words.text('loading.posts')} />
    </div>
  );
}
