import type { EditorView, FirstStep, FirstSteps as Steps } from '@longhand/contract/account';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/page-addresses';
import { useState } from 'react';
import { Link } from 'react-router';
import { adminApi } from '../api/admin-api.ts';
import { useDownloadBackup } from '../settings/download.tsx';
import admin from '../ui/admin.module.css';
import { ALERTS, logFailure } from '../ui/alerts.ts';
import { failureReason } from '../ui/failure-reason.ts';
import styles from './first-steps.module.css';
import type { PostList } from './use-post-list.ts';
import { useSamplePosts } from './use-sample-posts.ts';

const ABOUT_EDITOR = `/admin/pages/edit/${BUILT_IN_PAGE_IDS.about}`;

const OWN_ADDRESS = 'Put in your own address and links';
const NEWSLETTER = 'Newsletter: connect your mail, or hide the block';

type Props = { steps: Steps; list: PostList };

/** What a new owner has to do. Stays as long as the page does: what is below it does not move. */
export function FirstSteps({ steps, list }: Props) {
  const [isShown, setShown] = useState(true);
  const backup = useDownloadBackup();
  const isDone = (name: FirstStep) => steps.steps.some((step) => step.name === name && step.done);

  async function dismiss(): Promise<void> {
    setShown(false);
    list.say({ text: 'The first steps are dismissed.' });
    try {
      await adminApi.dismissFirstSteps();
    } catch (error) {
      logFailure(error);
      list.say({
        text: `The first steps could not be dismissed and will appear again. ${failureReason(error)}`,
      });
    }
  }

  if (!isShown) return null;
  return (
    <section className={styles.steps} aria-labelledby="first-steps">
      <h2 id="first-steps">First steps</h2>
      <button type="button" className={admin.quiet} onClick={dismiss}>
        Dismiss
      </button>
      <ul>
        <Step isDone={isDone('name_site')} text="Name your site">
          <Link to="/admin/settings">Name your site</Link>
        </Step>
        <Step isDone={isDone('own_address')} text={OWN_ADDRESS}>
          <Link to="/admin/settings#contact">{OWN_ADDRESS}</Link>
        </Step>
        <Step isDone={isDone('newsletter')} text={NEWSLETTER}>
          <Link to="/admin/newsletter">{NEWSLETTER}</Link>
        </Step>
        <Step isDone={isDone('write_about')} text="Write about yourself">
          <Link to={ABOUT_EDITOR}>Write about yourself</Link>
        </Step>
        <SamplesStep wasDone={isDone('remove_samples')} list={list} />
        <ViewStep wasDone={isDone('choose_view')} list={list} />
        <Step isDone={isDone('write_post')} text="Write the first post">
          <Link to="/admin/posts/new">Write the first post</Link>, or{' '}
          <Link to="/admin/import">import another blog</Link>
        </Step>
        <Step
          isDone={isDone('make_backups') || backup.state === 'started'}
          keepsAction={!isDone('make_backups')}
          text="Make backups"
        >
          <button
            type="button"
            className={admin.plain}
            aria-disabled={backup.state === 'requesting'}
            onClick={backup.start}
          >
            Make backups
          </button>
        </Step>
      </ul>
      {!isDone('make_backups') && (
        <p aria-live="polite">
          {backup.message || (
            <>
              A backup is one file to download. With <code>BACKUP_EVERY=1d</code> in its
              environment, the server makes one each day.
            </>
          )}
        </p>
      )}
    </section>
  );
}

type StepProps = {
  isDone: boolean;
  /** For a button that was just pressed: it keeps the focus. */
  keepsAction?: boolean;
  text: string;
  /** Where or how it is done. */
  children: React.ReactNode;
};

function Step({ isDone, keepsAction, text, children }: StepProps) {
  const showsAction = !isDone || keepsAction;
  return (
    <li data-done={isDone || undefined}>
      <span>
        {showsAction ? children : text} {isDone && <small>· done</small>}
      </span>
    </li>
  );
}

function SamplesStep({ wasDone, list }: { wasDone: boolean; list: PostList }) {
  const { isDone, isBusy, remove } = useSamplePosts(list, wasDone);
  return (
    <Step isDone={isDone} text="Remove the sample posts">
      <button type="button" className={admin.plain} aria-disabled={isBusy} onClick={remove}>
        Remove the sample posts
      </button>
    </Step>
  );
}

const VIEWS = [
  ['visual', 'Write visually', 'Posts open in the visual editor now.'],
  ['html', 'Write HTML', 'Posts open as HTML now.'],
] as const;

function ViewStep({ wasDone, list }: { wasDone: boolean; list: PostList }) {
  const [isDone, setDone] = useState(wasDone);
  const choose = (editor_view: EditorView, text: string) =>
    list.run('view', ALERTS.chooseView, async () => {
      await adminApi.updateAccount({ editor_view });
      setDone(true);
      return { text };
    });
  return (
    <Step isDone={isDone} text="Choose how you write">
      Choose how you write:{' '}
      {VIEWS.map(([view, label, text]) => (
        <button
          key={view}
          type="button"
          className={`${admin.plain} ${styles.view}`}
          aria-disabled={list.busy.has('view')}
          onClick={() => choose(view, text)}
        >
          {label}
        </button>
      ))}
    </Step>
  );
}
