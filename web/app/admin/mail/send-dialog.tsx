import type { Post } from '@longhand/contract/posts';
import { useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { Link } from 'react-router';
import { useSite } from '../../reader/site/site.ts';
import { LoadFailed } from '../../reader/ui/load-failed.tsx';
import { Loading } from '../../reader/ui/loading.tsx';
import { adminApi } from '../api/admin-api.ts';
import { dateAndTime } from '../post-form/date-and-time.ts';
import { Dialog } from '../ui/dialog.tsx';
import field from '../ui/field.module.css';
import { MailView } from './mail-view.tsx';
import { MAILING_NAMES } from './mailing-words.ts';
import { countSubscribers } from './numbers.ts';
import { reasonOf } from './reason-of.ts';
import styles from './send-dialog.module.css';
import { TestMail } from './test-mail.tsx';
import { type LoadedPreview, useMailPreview } from './use-mail-preview.ts';
import { type WhyNot, whyNot } from './why-not.ts';

export type SentPost = Pick<Post, 'id' | 'title' | 'published'>;

type Props = {
  post: SentPost;
  /** What is written and not part of the post. */
  hasChanges?: boolean;
  onClose: () => void;
};

/** Shows the mail of a post, and sends it after one question. */
export function SendDialog({ post, hasChanges = false, onClose }: Props) {
  return createPortal(
    <Dialog open onClose={onClose} title="Send to subscribers" className={styles.dialog}>
      {() => <Body {...{ post, hasChanges }} />}
    </Dialog>,
    document.body,
  );
}

function Body({ post, hasChanges }: { post: SentPost; hasChanges: boolean }) {
  const { state, retry } = useMailPreview(post.id);
  if (!state) return <Loading text="Loading the mail..." />;
  if ('failure' in state)
    return <LoadFailed text={`The mail could not be shown. ${state.failure}`} onRetry={retry} />;
  return (
    <>
      {hasChanges && <p>Your private changes are not part of the mail.</p>}
      <dl className={styles.facts}>
        <dt>Subject</dt>
        <dd dir="auto">{state.preview.subject}</dd>
        <dt>Preheader</dt>
        <dd dir="auto">{state.preview.preheader || 'None: the post has no excerpt'}</dd>
        <dt>To</dt>
        <dd>{countSubscribers(state.preview.recipients)}</dd>
      </dl>
      <MailView preview={state.preview} />
      <TestMail
        to={state.mail?.address ?? ''}
        label="Send a test"
        send={(to) => adminApi.sendTestOfPost(post.id, to)}
        reason={state.mail ? undefined : 'No mail can be sent before it is set up.'}
      />
      <Send post={post} loaded={state} />
    </>
  );
}

type Outcome = { readonly count: number } | { readonly failure: string };

function Send({ post, loaded }: { post: SentPost; loaded: LoadedPreview }) {
  const { preview, mail } = loaded;
  const reason = whyNot({ preview, mail, isPublic: post.published });
  const [isSending, setSending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const done = useRef<HTMLParagraphElement>(null);
  const count = preview.recipients;

  async function send(): Promise<void> {
    if (isSending || reason) return;
    const question = `Send ‘${post.title}’ to ${countSubscribers(count)} now? A post can be sent once.`;
    if (!window.confirm(question)) return;
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
        It is being sent to {countSubscribers(outcome.count)}.{' '}
        <Link to="/admin/newsletter">See the progress</Link>
      </p>
    );
  return (
    <div className={styles.send}>
      <button
        type="button"
        className="button"
        aria-disabled={isSending || reason !== undefined}
        aria-describedby="send-reason"
        onClick={() => void send()}
      >
        {isSending ? 'Sending…' : `Send to ${countSubscribers(count)}`}
      </button>
      <p id="send-reason">{reason && <Reason reason={reason} loaded={loaded} />}</p>
      {outcome && (
        <p role="alert" className={field.error}>
          {outcome.failure}
        </p>
      )}
    </div>
  );
}

function Reason({ reason, loaded }: { reason: WhyNot; loaded: LoadedPreview }) {
  const { timeZone } = useSite();
  const link = (text: string) => <Link to="/admin/newsletter">{text}</Link>;
  switch (reason) {
    case 'sent':
      return <SentAlready {...{ loaded, timeZone }} />;
    case 'mail':
      return <>Mail is not set up. {link('How to set it up')}</>;
    case 'draft':
      return <>Only a public post can be sent: publish it first.</>;
    case 'nobody':
      return <>Nobody is subscribed yet. {link('Subscribers')}</>;
  }
}

function SentAlready({ loaded, timeZone }: { loaded: LoadedPreview; timeZone: string }) {
  const { mailing } = loaded.preview;
  if (!mailing) return null;
  const { state, recipients, created_at } = mailing;
  return (
    <>
      It was sent to {countSubscribers(recipients)} on {dateAndTime(created_at, timeZone)} (
      {MAILING_NAMES[state].toLowerCase()}), and a post can be sent once.{' '}
      <Link to="/admin/newsletter">See the mailing</Link>
    </>
  );
}
