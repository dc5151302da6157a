import type { Post, PostVersion } from '@longhand/contract/posts';
import { type ClientLoaderFunctionArgs, useLoaderData } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { RenderedPost } from '../../admin/content/preview/rendered-post.tsx';
import { Differences } from '../../admin/history/differences.tsx';
import { History, Version } from '../../admin/history/history.tsx';
import { loadHistory } from '../../admin/history/load-history.ts';
import { showsOtherVersion } from '../../admin/history/version-view.tsx';
import { dateAndTime } from '../../admin/post-form/date-and-time.ts';
import { toForm, toInput } from '../../admin/post-form/post-form.ts';
import { dashboardAddress } from '../../admin/ui/dashboard-address.ts';
import { WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { useSite } from '../../reader/site/site.ts';
import { Loading } from '../../reader/ui/loading.tsx';
import { Message } from '../../reader/ui/message.tsx';
import { publicDate } from '../../reader/ui/summary.ts';

export function clientLoader(args: ClientLoaderFunctionArgs) {
  const { findPost: find, listPostVersions: listVersions } = adminApi;
  const calls = { find, listVersions, findVersion: adminApi.findPostVersion };
  return { loaded: loadHistory(calls, args) };
}

export const shouldRevalidate = showsOtherVersion;

export function HydrateFallback() {
  return <Loading text="Loading history..." />;
}

export default function HistoryRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  return (
    <WhenLoaded loaded={loaded} fallback={<HydrateFallback />}>
      {(data) =>
        data ? (
          <PostHistory {...data} />
        ) : (
          <Message
            title="No history found"
            text="The post does not exist, or its earlier versions could not be loaded."
            back={{ to: dashboardAddress(), label: '← Back to Dashboard' }}
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
  const { published, published_at, publish_at, slug } = now;
  const restored = { ...toForm(earlier), published, published_at, publish_at, slug };
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
