import { longDate } from '@longhand/contract/dates';
import { TRASH_DAYS } from '@longhand/contract/limits';
import type { WholeTrashedPost } from '@longhand/contract/posts/posts';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { AdminApiError, SessionOverError } from '../../admin/api/request.ts';
import { RenderedPost } from '../../admin/content/preview/rendered-post.tsx';
import {
  confirmDeletingForGood,
  deleteForGood,
  isNotInTrash,
  noLongerInTrash,
  restoredText,
} from '../../admin/history/trash.ts';
import styles from '../../admin/history/trashed-post.module.css';
import { statusOf } from '../../admin/post-list/post-list.ts';
import admin from '../../admin/ui/admin.module.css';
import { ALERTS } from '../../admin/ui/alerts.ts';
import { Button, PlainButton } from '../../admin/ui/button.tsx';
import { trashAddress } from '../../admin/ui/dashboard-address.ts';
import { createLoadedRoute, type PageAddress } from '../../admin/ui/loaded-page.tsx';
import { useFocusFallback } from '../../admin/ui/use-focus-fallback.ts';
import { useOneAtATime } from '../../admin/ui/use-one-at-a-time.ts';
import { DAY_MS, dateAndTime } from '../../admin/words/date-and-time.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useSite } from '../../reader/site/site.ts';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { Message } from '../../reader/ui/message.tsx';

type Problem = { readonly title: string; readonly text: string };
type Loaded = { readonly post: WholeTrashedPost } | { readonly problem: Problem };

const NOT_IN_TRASH: Problem = {
  title: 'Not in the trash',
  text: 'There is no post with this id in the trash. It may have been restored, or deleted for good.',
};

const LOAD_FAILED: Problem = {
  title: 'The post could not be loaded',
  text: 'The server sent an unexpected response.',
};

function problemOf(error: unknown): Problem {
  const { status, problem } = error instanceof AdminApiError ? error : {};
  if (status === 400 || status === 404) return NOT_IN_TRASH;
  console.error(error);
  const detail = status === 503 ? problem?.detail : undefined;
  return { ...LOAD_FAILED, ...(detail && { text: detail }) };
}

async function load({ params: { id = '' } }: PageAddress): Promise<Loaded> {
  try {
    return { post: await adminApi.findTrashedPost(encodeURIComponent(id)) };
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    return { problem: problemOf(error) };
  }
}

const { clientLoader, HydrateFallback, Page } = createLoadedRoute({
  loading: 'Loading post...',
  load,
  page: (result, reload) =>
    'post' in result ? (
      <TrashedPost post={result.post} />
    ) : (
      <TrashMessage {...result.problem}>
        {result.problem !== NOT_IN_TRASH && (
          <LoadFailed text="It may work in a moment." onRetry={reload} />
        )}
      </TrashMessage>
    ),
});

export { clientLoader, HydrateFallback, leavesPage as shouldRevalidate, Page as default };

function TrashMessage(problem: Problem & { children?: React.ReactNode }) {
  return <Message {...problem} back={{ to: trashAddress(), label: '← Back to Trash' }} />;
}

type Outcome = { readonly kind: 'restored' | 'gone'; readonly text: string };

/** What was done with the post since the page was opened. */
function useTrashActions(post: WholeTrashedPost) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { run: runAlone, isBusy } = useOneAtATime();
  const run = (failure: string, action: () => Promise<Outcome>) =>
    runAlone(failure, async () => setOutcome(await action()));

  function restore(): void {
    void run(ALERTS.restore, async () => {
      try {
        const restored = await adminApi.restorePost(post.id);
        return { kind: 'restored', text: restoredText(post, restored) };
      } catch (error) {
        if (!isNotInTrash(error)) throw error;
        return { kind: 'gone', text: noLongerInTrash(post) };
      }
    });
  }

  function remove(): void {
    if (!confirmDeletingForGood(post)) return;
    void run(ALERTS.deleteForGood, async () => ({ kind: 'gone', text: await deleteForGood(post) }));
  }

  return { outcome, isBusy, restore, remove };
}

const WAS = {
  published: 'It was published',
  scheduled: 'It was scheduled',
  draft: 'It was a draft',
};

function stateOf(post: WholeTrashedPost, timeZone: string): string {
  const { deleted_at } = post;
  const end = new Date(Date.parse(deleted_at) + TRASH_DAYS * DAY_MS).toISOString();
  const since = dateAndTime(deleted_at, timeZone);
  return `In the trash since ${since}, and kept there until ${longDate(end, timeZone)}. ${WAS[statusOf(post)]}.`;
}

function TrashedPost({ post }: { post: WholeTrashedPost }) {
  const { timeZone } = useSite();
  const { outcome, isBusy, restore, remove } = useTrashActions(post);
  const status = useRef<HTMLParagraphElement & HTMLDivElement>(null);
  useFocusFallback(status, outcome);
  if (outcome?.kind === 'gone') {
    return (
      <div ref={status} tabIndex={-1} className={styles.gone}>
        <TrashMessage title="Trash" text={outcome.text} />
      </div>
    );
  }
  return (
    <>
      <title>{post.title}</title>
      <div className={`page ${admin.admin} ${styles.bar}`}>
        <h1>Deleted post</h1>
        <p role="status" ref={status} tabIndex={-1}>
          {outcome?.text ?? stateOf(post, timeZone)}
        </p>
        <div className={styles.actions}>
          <Link to={trashAddress()}>← Back to Trash</Link>
          {outcome ? (
            <>
              <Link to={`/admin/posts/edit/${post.id}`}>Edit</Link>
              <Link to={`/blog/${post.slug}`}>View</Link>
            </>
          ) : (
            <>
              <Button className="button" aria-disabled={isBusy} onClick={restore}>
                Restore
              </Button>
              <PlainButton aria-disabled={isBusy} onClick={remove}>
                Delete for good
              </PlainButton>
            </>
          )}
        </div>
      </div>
      <RenderedPost post={post} heading="h2" />
    </>
  );
}
