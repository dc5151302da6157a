import type { EditorView, FirstStep, FirstSteps as Steps } from '@longhand/contract/account';
import { BUILT_IN_PAGE_IDS } from '@longhand/contract/pages/page-addresses';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { adminApi } from '../api/admin-api.ts';
import { editorAddress } from '../document-editor/addresses.ts';
import { type PostList, UNDO } from '../posts/use-post-list.ts';
import { useDownload } from '../settings/download.tsx';
import admin from '../ui/admin.module.css';
import { ALERTS, logFailure } from '../ui/alerts.ts';
import { Button, PlainButton } from '../ui/button.tsx';
import { failureReason } from '../ui/failure-reason.ts';
import styles from './first-steps.module.css';
import { countSamples, removedText, STEPS, type StepName } from './first-steps-text.ts';

function useSamplePosts({ posts, busy, run, apply, withUndo }: PostList, wasDone: boolean) {
  const [isDone, setDone] = useState(wasDone);

  /** Not while another removal is undone: the list would end with some of the posts. */
  function remove(): void {
    void run(UNDO, ALERTS.removeSamples, async () => {
      const { removed, kept } = await adminApi.removeSamplePosts();
      apply(new Map(removed.map((id) => [id, undefined])));
      setDone(true);
      const text = removedText(removed.length, kept);
      const listed = posts.filter(({ id }) => removed.includes(id));
      const onBack = (isBack: boolean) => setDone(!isBack);
      return withUndo(text, listed, { count: countSamples, onBack });
    });
  }

  return { isDone, isBusy: busy.has(UNDO), remove };
}

type Props = { steps: Steps; list: PostList };

/** Stays until the page is left, so that nothing below it moves. */
export function FirstSteps({ steps, list }: Props) {
  const [isShown, setShown] = useState(true);
  const isDone = (name: FirstStep) => steps.steps.some((step) => step.name === name && step.done);
  const names = Object.keys(STEPS) as StepName[];
  const done = names.filter((name) => STEPS[name].parts.every(isDone));

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
      <Button className={admin.quiet} onClick={dismiss}>
        Dismiss
      </Button>
      <ul>
        {names
          .filter((name) => !done.includes(name))
          .map((name) => (
            <OpenStep key={name} {...{ name, isDone, list }} />
          ))}
      </ul>
      {done.length > 0 && (
        <details>
          <summary>{done.length} done</summary>
          <ul>
            {done.map((name) => (
              <li key={name} data-done>
                {STEPS[name].text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

type OpenProps = { name: StepName; isDone: (name: FirstStep) => boolean; list: PostList };

function OpenStep({ name, isDone, list }: OpenProps) {
  switch (name) {
    case 'write':
      return <WriteStep isViewChosen={isDone('choose_view')} list={list} />;
    case 'samples':
      return (
        <SamplesStep
          wasDone={isDone('remove_samples')}
          isAboutWritten={isDone('write_about')}
          list={list}
        />
      );
    case 'backups':
      return <BackupStep />;
    case 'newsletter':
      return (
        <li>
          <span>
            <Link to="/admin/newsletter">Set up the newsletter</Link>, or{' '}
            <Link to="/admin/settings#newsletter">hide the sign-up form</Link>
          </span>
        </li>
      );
    case 'site':
      return <SiteStep isNamed={isDone('name_site')} isCounting={isDone('statistics')} />;
    case 'contact':
      return (
        <li>
          <Link to="/admin/settings#contact">{STEPS.contact.text}</Link>
        </li>
      );
  }
}

const NEW_POST = editorAddress('post', null);

const VIEWS = [
  ['visual', 'Write visually'],
  ['html', 'Write HTML'],
] as const;

/** The answer opens the first post. */
function WriteStep({ isViewChosen, list }: { isViewChosen: boolean; list: PostList }) {
  const navigate = useNavigate();
  const choose = (editor_view: EditorView) =>
    list.run('view', ALERTS.chooseView, async () => {
      await adminApi.updateAccount({ editor_view });
      navigate(NEW_POST);
      return { text: '' };
    });
  return (
    <li className={styles.write}>
      <span>
        {isViewChosen ? (
          <Link to={NEW_POST}>{STEPS.write.text}</Link>
        ) : (
          <>
            {STEPS.write.text}:{' '}
            {VIEWS.map(([view, label]) => (
              <Button
                key={view}
                className={view === 'visual' ? `button ${styles.suggested}` : admin.plain}
                aria-disabled={list.busy.has('view')}
                onClick={() => choose(view)}
              >
                {label}
              </Button>
            ))}
          </>
        )}
        , or <Link to="/admin/import#file">import another blog</Link>
      </span>
    </li>
  );
}

function SiteStep({ isNamed, isCounting }: { isNamed: boolean; isCounting: boolean }) {
  return (
    <li>
      <span>
        {!isNamed && <Link to="/admin/settings#site">Name your site</Link>}
        {!isNamed && !isCounting && ', and '}
        {!isCounting && (
          <Link to="/admin/settings#statistics">
            {isNamed ? 'Switch on statistics' : 'switch on statistics'}
          </Link>
        )}
      </span>
    </li>
  );
}

type SamplesProps = { wasDone: boolean; isAboutWritten: boolean; list: PostList };

function SamplesStep({ wasDone, isAboutWritten, list }: SamplesProps) {
  const { isDone, isBusy, remove } = useSamplePosts(list, wasDone);
  const about = `/admin/pages/edit/${BUILT_IN_PAGE_IDS.about}#text`;
  return (
    <li data-done={(isDone && isAboutWritten) || undefined}>
      <span>
        {!wasDone && isDone && <>Sample posts removed</>}
        {!isDone && (
          <PlainButton aria-disabled={isBusy} onClick={remove}>
            Remove the sample posts
          </PlainButton>
        )}
        {!wasDone && !isAboutWritten && ', and '}
        {!isAboutWritten && (
          <Link to={about}>{wasDone ? 'Write about yourself' : 'write about yourself'}</Link>
        )}
      </span>
    </li>
  );
}

/** The button stays because it has the focus. */
function BackupStep() {
  const { state, message, start } = useDownload('backup');
  return (
    <li data-done={state === 'started' || undefined}>
      <span>
        <PlainButton aria-disabled={state === 'requesting'} onClick={start}>
          {STEPS.backups.text}
        </PlainButton>{' '}
        <small aria-live="polite" title={message ? undefined : 'BACKUP_EVERY=1d'}>
          {message || 'or set up daily ones'}
        </small>
      </span>
    </li>
  );
}
