import { TRASH_DAYS } from '@longhand/contract/limits';
import type { Post } from '@longhand/contract/posts';
import type { WorkingCopy } from '@longhand/contract/working-copies';
import {
  type ClientLoaderFunctionArgs,
  Link,
  useLoaderData,
  useLocation,
  useParams,
} from 'react-router';
import { withVisualEditor } from '../../components/admin/load-visual-editor.ts';
import { PostEditor } from '../../components/admin/post-editor.tsx';
import { WhenLoaded } from '../../components/admin/when-loaded.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { LOAD_FAILED } from '../../lib/admin/alerts.ts';
import { SessionOverError } from '../../lib/admin/api/request.ts';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import { baselineOf, type Opened } from '../../lib/admin/editor-state.ts';
import { type LocalDraft, listLocalDrafts } from '../../lib/admin/local-drafts.ts';
import { EMPTY_FORM, isSameForm, toForm } from '../../lib/admin/post-form.ts';
import { baselineAt, findStoredCopy, toStoredCopy } from '../../lib/admin/stored-copy.ts';
import { isInOwnCopy, withoutSent } from '../../lib/admin/unsent-drafts.ts';
import { isStaying } from '../../lib/admin/use-unsaved-warning.ts';
import { leavesPage } from '../../lib/revalidation.ts';

type Loaded =
  | { readonly opened: Opened; readonly notice?: string }
  | { readonly problem: 'not-found' | 'failed'; readonly localDrafts: readonly LocalDraft[] };

const COPY_GONE =
  'What was written under this address is not there any more: it was saved as a post, or discarded. This is a new post.';

async function listDrafts(isWanted: (draft: LocalDraft) => boolean): Promise<LocalDraft[]> {
  return (await listLocalDrafts()).filter(isWanted);
}

/** With the local drafts of new posts, and the one with this key. */
async function loadNew(copyId: string | null, key: string | null): Promise<Loaded> {
  const found = await listDrafts((draft) => draft.postId === null || draft.key === key);
  const localDrafts = await withoutSent(found, isInOwnCopy);
  const copy = copyId === null ? null : await findStoredCopy(copyId, EMPTY_FORM);
  const opened = { baseline: baselineOf(null), copy, localDrafts };
  const isGone = copyId !== null && !copy;
  const isOffered = localDrafts.some(({ creationKey }) => creationKey === copyId);
  return isGone && !isOffered ? { opened, notice: COPY_GONE } : { opened };
}

/** The working copy was begun with an earlier version, if the post has changed since. */
async function openPost(
  post: Post,
  found: WorkingCopy | undefined,
): Promise<Pick<Opened, 'baseline' | 'copy'>> {
  const saved = baselineOf(post);
  if (!found) return { baseline: saved, copy: null };
  const copy = toStoredCopy(found, saved.form);
  const baseline = await baselineAt(post, copy.base_version);
  const isChanged = [saved, baseline].every(({ form }) => !isSameForm(copy.form, form));
  // Without a change it is shown as the post, and the editor deletes it.
  return isChanged ? { baseline, copy } : { baseline: saved, copy: { ...copy, form: saved.form } };
}

async function loadPost(id: string): Promise<Loaded> {
  const [post, copy, drafts] = await Promise.all([
    adminApi.findPost(id),
    isPostId(id) ? adminApi.findWorkingCopy(id) : undefined,
    listDrafts(({ postId }) => postId === id),
  ]);
  if (!post) return { problem: 'not-found', localDrafts: drafts };
  const opened = await openPost(post, copy);
  const known = [toForm(post), opened.copy?.form];
  const localDrafts = await withoutSent(drafts, async ({ form }) =>
    known.some((sent) => sent && isSameForm(form, sent)),
  );
  return { opened: { ...opened, localDrafts } };
}

async function load(id: string | undefined, search: URLSearchParams): Promise<Loaded> {
  try {
    return await (id ? loadPost(id) : loadNew(search.get('copy'), search.get('kept')));
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    const problem = id && !isPostId(id) ? 'not-found' : 'failed';
    return { problem, localDrafts: await listDrafts(({ postId }) => postId === (id ?? null)) };
  }
}

function isPostId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id);
}

export function clientLoader({ params, url }: ClientLoaderFunctionArgs) {
  const { id } = params;
  return { loaded: withVisualEditor(load(id, url.searchParams)) };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading editor..." />;
}

/** One route for new and existing posts: the first save must not remount the editor. */
export default function EditorRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  const key = isStaying(useLocation()) ? undefined : id;
  return (
    <WhenLoaded key={key} loaded={loaded} fallback={<HydrateFallback />}>
      {(result) => ('problem' in result ? <NoPost {...result} /> : <PostEditor {...result} />)}
    </WhenLoaded>
  );
}

const PROBLEMS = {
  'not-found': {
    title: 'Post Not Found',
    text: `There is no post with this id. It may have been deleted; then it is in the trash for ${TRASH_DAYS} days.`,
  },
  failed: LOAD_FAILED,
} as const;

type NoPostProps = Extract<Loaded, { problem: string }>;

/** Why not an empty form: its content would be saved as another post. */
function NoPost({ problem, localDrafts }: NoPostProps) {
  return (
    <>
      <Message
        {...PROBLEMS[problem]}
        back={{ to: dashboardAddress(), label: '← Back to Dashboard' }}
      />
      {localDrafts.map(({ key }) => (
        <p key={key} className="page">
          Unsaved work on it was kept in this browser.{' '}
          <Link to={`/admin/posts/new?kept=${key}`}>Open it as a new post</Link>
        </p>
      ))}
    </>
  );
}
