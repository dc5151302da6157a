import type { Post, PostVersion } from '@longhand/contract/posts';
import { type ClientLoaderFunctionArgs, useLoaderData, useLocation, useParams } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { RenderedPost } from '../../admin/content/preview/rendered-post.tsx';
import { Differences } from '../../admin/history/differences.tsx';
import { History, NoHistory, Version } from '../../admin/history/history.tsx';
import { loadHistory } from '../../admin/history/load-history.ts';
import { showsOtherVersion } from '../../admin/history/version-view.tsx';
import { dateAndTime } from '../../admin/post-form/date-and-time.ts';
import { toForm, toInput } from '../../admin/post-form/post-form.ts';
import { dashboardAddress } from '../../admin/ui/dashboard-address.ts';
import { WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { useReload } from '../../lib/use-reload.ts';
import { useSite } from '../../reader/site/site.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { publicDate } from '../../reader/ui/summary.ts';

function load(address: Pick<ClientLoaderFunctionArgs, 'params' | 'url'>) {
  const { findPost: find, listPostVersions: listVersions } = adminApi;
  const calls = { find, listVersions, findVersion: adminApi.findPostVersion };
  return loadHistory(calls, address);
}

export function clientLoader(args: ClientLoaderFunctionArgs) {
  return { loaded: load(args) };
}

export const shouldRevalidate = showsOtherVersion;

export function HydrateFallback() {
  return <Loading text="Loading history..." />;
}

export default function HistoryRoute() {
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const params = useParams();
  const { search } = useLocation();
  const [loaded, attempt, reload] = useReload(first, () =>
    load({ params, url: new URL(search, window.location.origin) }),
  );
  return (
    <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
      {(data) =>
        data ? (
          <PostHistory {...data} />
        ) : (
          <NoHistory
            kind="post"
            back={{ to: dashboardAddress(), label: '← Back to Dashboard' }}
            onRetry={reload}
          />
        )
      }
    </WhenLoaded>
  );
}

type Props = {
  current: Post;
  versions: readonly PostVersion[];
  older: number | null;
  isThinned: boolean;
  earlier: Post | null;
};

function PostHistory({ current: post, versions, older, isThinned, earlier }: Props) {
  const editor = `/admin/posts/edit/${post.id}`;
  return (
    <History
      kind="post"
      title={post.title}
      editor={editor}
      versions={versions.map(({ version, saved_at, published }) => ({
        version,
        savedAt: saved_at,
        note: published ? 'Published' : 'Draft',
      }))}
      older={older}
      isThinned={isThinned}
      shown={earlier?.version}
    >
      {earlier && (
        <EarlierPost key={earlier.version} post={post} earlier={earlier} editor={editor} />
      )}
    </History>
  );
}

function EarlierPost({ post, earlier, editor }: { post: Post; earlier: Post; editor: string }) {
  const { timeZone } = useSite();
  const now = toForm(post);
  // Restoring changes neither the status, nor the dates, nor the URL.
  const { published, published_at, publish_at, send_when_published, slug } = now;
  const kept = { published, published_at, publish_at, send_when_published, slug };
  const restored = { ...toForm(earlier), ...kept };
  return (
    <Version
      kind="post"
      version={earlier.version}
      status={statusOf(earlier, timeZone)}
      editor={editor}
      looked={<RenderedPost post={earlier} heading="h3" />}
      differences={(view) => <Differences from={restored} to={now} view={view} />}
      restore={() => adminApi.updatePost(post.id, toInput(restored, now), post.version)}
    />
  );
}

function statusOf(post: Post, timeZone: string): string {
  const saved = `Saved ${dateAndTime(post.updated_at, timeZone)}`;
  if (post.publish_at) return `${saved}, scheduled for ${dateAndTime(post.publish_at, timeZone)}.`;
  if (!post.published) return `${saved}, as a draft.`;
  return `${saved}, published with the date ${dateAndTime(publicDate(post), timeZone)}.`;
}
