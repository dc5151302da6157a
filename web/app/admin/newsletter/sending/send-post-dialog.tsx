import type { MailingPreview, NewsletterSummary } from '@longhand/contract/newsletter/newsletter';
import type { Post } from '@longhand/contract/posts/posts';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { useSite } from '../../../reader/site/site.ts';
import { LoadFailed } from '../../../reader/ui/load-failed.tsx';
import { Loading } from '../../../reader/ui/loading.tsx';
import { adminApi } from '../../api/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/fields/choice.tsx';
import field from '../../ui/fields/field.module.css';
import { PortalDialog } from '../../ui/floating/dialog.tsx';
import { countSubscribers } from '../../words/counts.ts';
import { dateAndTime } from '../../words/date-and-time.ts';
import { PUBLISH_FIRST, sendQuestion, WITHOUT_CHANGES } from '../../words/newsletter.ts';
import { MAILING_NAMES, reasonOf } from '../newsletter-words.ts';
import styles from './send-post-dialog.module.css';
import { TestMail } from './test-mail.tsx';

type DialogProps = {
  post: Pick<Post, 'id' | 'title' | 'published'>;
  /** True if there are unsaved changes, which the mail does not have. */
  hasChanges: boolean;
};

export function useSendPostDialog(props: DialogProps) {
  const [isOpen, setOpen] = useState(false);
  const dialog = isOpen && (
    <PortalDialog
      onClose={() => setOpen(false)}
      title="Send to subscribers"
      className={styles.dialog}
    >
      {() => <Body {...props} />}
    </PortalDialog>
  );
  // Waits until the menu has closed and given the focus back.
  return [() => requestAnimationFrame(() => setOpen(true)), dialog] as const;
}

type LoadedMail = {
  readonly preview: MailingPreview;
  readonly mail: NewsletterSummary['mail'];
};

async function loadMail(postId: string, signal: AbortSignal): Promise<LoadedMail> {
  const [preview, { mail }] = await Promise.all([
    adminApi.previewMailing(postId, signal),
    adminApi.readNewsletter(signal),
  ]);
  return { preview, mail };
}

function useMail(postId: string) {
  const [state, setState] = useState<LoadedMail | { readonly failure: string }>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads it again
  useEffect(() => {
    const stop = new AbortController();
    setState(undefined);
    loadMail(postId, stop.signal).then(setState, (error) => {
      if (!stop.signal.aborted) setState({ failure: reasonOf(error) });
    });
    return () => stop.abort();
  }, [postId, attempt]);
  return { state, retry: () => setAttempt((count) => count + 1) };
}

function Body({ post, hasChanges }: DialogProps) {
  const { state, retry } = useMail(post.id);
  if (!state) return <Loading text="Loading the email..." />;
  if ('failure' in state)
    return <LoadFailed text={`The email could not be loaded. ${state.failure}`} onRetry={retry} />;
  const { preview, mail } = state;
  return (
    <>
      {hasChanges && <p>{WITHOUT_CHANGES}</p>}
      <dl className={styles.facts}>
        <dt>Subject</dt>
        <dd dir="auto">{preview.subject}</dd>
        <dt>Preheader</dt>
        <dd dir="auto">{preview.preheader || 'None: the post has no excerpt'}</dd>
        <dt>To</dt>
        <dd>{countSubscribers(preview.recipients)}</dd>
      </dl>
      <MailView preview={preview} />
      <TestMail
        mail={mail}
        label="Send a test"
        send={(to) => adminApi.sendTestOfPost(post.id, to)}
      />
      <Send post={post} loaded={state} />
    </>
  );
}

const VIEWS = { wide: 'Wide', phone: 'On a phone', text: 'As text' } as const;

/** Loaded when it is needed, because it brings a parser for the mail's HTML. */
const MailFrame = lazy(() => import('./mail-frame.tsx'));

function MailView({ preview }: { preview: MailingPreview }) {
  const [view, setView] = useState<keyof typeof VIEWS>('wide');
  return (
    <div className={styles.view}>
      <Choice legend="Show the email" options={VIEWS} value={view} onChange={setView} />
      {view === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys must be able to do
        <pre tabIndex={0} dir="auto" className={styles.text}>
          {preview.text}
        </pre>
      ) : (
        <Suspense fallback={<div className={styles.frame} />}>
          <MailFrame html={preview.html} isNarrow={view === 'phone'} />
        </Suspense>
      )}
    </div>
  );
}

type SendProps = { post: DialogProps['post']; loaded: LoadedMail };

type Outcome = { readonly count: number } | { readonly failure: string };

function Send({ post, loaded }: SendProps) {
  const { timeZone } = useSite();
  const reason = whyNot(post, loaded, timeZone);
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const done = useRef<HTMLParagraphElement>(null);
  const count = loaded.preview.recipients;

  async function send(): Promise<void> {
    if (isSending || reason) return;
    if (!window.confirm(sendQuestion(post.title, count))) return;
    setSending(true);
    try {
      await adminApi.sendMailing(post.id);
      flushSync(() => setOutcome({ count }));
      done.current?.focus();
    } catch (error) {
      setOutcome({ failure: reasonOf(error) });
    } finally {
      setSending(false);
    }
  }

  if (outcome && 'count' in outcome)
    return (
      <p ref={done} tabIndex={-1} role="status" className={styles.done}>
        Sending to {countSubscribers(outcome.count)}.{' '}
        <Link to="/admin/newsletter">See the progress</Link>
      </p>
    );
  return (
    <div className={styles.send}>
      <Button
        className="button"
        aria-disabled={isSending || reason !== undefined}
        aria-describedby="send-reason"
        onClick={() => void send()}
      >
        {isSending ? 'Sending…' : `Send to ${countSubscribers(count)}`}
      </Button>
      <p id="send-reason">{reason}</p>
      {outcome && (
        <p role="alert" className={field.error}>
          {outcome.failure}
        </p>
      )}
    </div>
  );
}

/** Undefined if the post can be sent now. */
function whyNot(
  { published }: SendProps['post'],
  { preview: { mailing, recipients }, mail }: LoadedMail,
  timeZone: string,
): ReactNode {
  const link = (text: string) => <Link to="/admin/newsletter">{text}</Link>;
  if (mailing) {
    const when = dateAndTime(mailing.created_at, timeZone);
    return (
      <>
        Already sent to {countSubscribers(mailing.recipients)} on {when} (
        {MAILING_NAMES[mailing.state].toLowerCase()}). A post can be sent only once.{' '}
        {link('See the mailing')}
      </>
    );
  }
  if (!mail) return <>Email is not set up. {link('Set it up')}</>;
  if (!published) return PUBLISH_FIRST;
  return recipients === 0 ? <>No subscribers yet. {link('Subscribers')}</> : undefined;
}
