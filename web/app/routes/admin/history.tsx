import type { Post, PostVersion } from '@longhand/contract/posts/posts';
import { STATE_FIELDS, type StateChange, stateChange } from '@longhand/contract/posts/state-change';
import { adminApi } from '../../admin/api/admin-api.ts';
import { RenderedPost } from '../../admin/content/preview/rendered-post.tsx';
import { createHistory } from '../../admin/document-editor/versions/document-history.tsx';
import { Differences } from '../../admin/history/differences.tsx';
import { showsOtherVersion } from '../../admin/history/history.tsx';
import { POSTS, type PostTypes } from '../../admin/post-editor/post-kind.ts';
import { dateAndTime } from '../../admin/words/date-and-time.ts';
import { publicDate } from '../../reader/ui/summary.ts';

const CHANGES: Readonly<Record<StateChange, string>> = {
  published: 'Published',
  unpublished: 'Unpublished',
  scheduled: 'Scheduled',
  rescheduled: 'Rescheduled',
  unscheduled: 'Unscheduled',
  date: 'New date',
  address: 'New address',
};

const { clientLoader, HydrateFallback, Page } = createHistory<PostTypes, PostVersion>({
  documents: POSTS,
  listVersions: adminApi.listPostVersions,
  noteOf({ published, state_change }) {
    if (state_change) return `${CHANGES[state_change]}, same text`;
    return published ? 'Published' : 'Draft';
  },
  statusOf,
  sinceOf(earlier, current) {
    const change = stateChange(earlier, current);
    return change && `Same text. Since then: ${CHANGES[change].toLowerCase()}.`;
  },
  looked: (post) => <RenderedPost post={post} heading="h3" />,
  // Restoring changes neither the status, nor the dates, nor the URL.
  kept: STATE_FIELDS,
  differences: (from, to, view) => <Differences from={from} to={to} view={view} />,
});

export { clientLoader, HydrateFallback, Page as default, showsOtherVersion as shouldRevalidate };

function statusOf(post: Post, timeZone: string): string {
  const saved = `Saved ${dateAndTime(post.updated_at, timeZone)}`;
  if (post.publish_at) return `${saved}, scheduled for ${dateAndTime(post.publish_at, timeZone)}.`;
  if (!post.published) return `${saved}, as a draft.`;
  return `${saved}, published with the date ${dateAndTime(publicDate(post), timeZone)}.`;
}
