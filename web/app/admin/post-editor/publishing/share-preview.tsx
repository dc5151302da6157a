import { PREVIEW_LINK_DAYS } from '@longhand/contract/limits';
import type { Post } from '@longhand/contract/posts';
import { useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useSite } from '../../../reader/site/site.ts';
import { Loading } from '../../../reader/ui/loading.tsx';
import { copyFromField } from '../../content/paste/copy-from-field.ts';
import { dateAndTime } from '../../post-form/date-and-time.ts';
import admin from '../../ui/admin.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import field from '../../ui/field.module.css';
import styles from './share-preview.module.css';
import { type ListedLink, usePreviewLinks } from './use-preview-links.ts';

const DAYS = [1, 7, PREVIEW_LINK_DAYS.default, 30, 90, PREVIEW_LINK_DAYS.max];
const COPIED_FOR_MS = 2_000;

type Props = {
  post: Post;
  /** What is written and not part of the post. */
  hasChanges: boolean;
};

/** What a link that is created now shows. */
function explanation({ post, hasChanges }: Props): string {
  if (!post.published)
    return 'Whoever has a link can read this post with your private changes, without logging in, until it is public.';
  return hasChanges
    ? 'This post is public. Whoever has a link that you create now sees your private changes, without logging in, until the link ends. Once they are saved or discarded, it leads to the public page.'
    : 'This post is public and has no private changes, so a link leads to the public page. Once there are some, a link that you create now shows them, until it ends.';
}

export function SharePreview(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={`${styles.open} ${admin.shortened}`}
        onClick={() => setOpen(true)}
      >
        Share<span> a preview</span>
      </button>
      {isOpen &&
        createPortal(
          <Dialog
            open
            onClose={() => setOpen(false)}
            title="Share a preview"
            className={styles.dialog}
          >
            {() => <PreviewLinks {...props} />}
          </Dialog>,
          document.body,
        )}
    </>
  );
}

function PreviewLinks(props: Props) {
  const { post } = props;
  const { links, status, created, load, create, revoke } = usePreviewLinks(post);
  const [days, setDays] = useState<number>(PREVIEW_LINK_DAYS.default);
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState('');
  const heading = useId();

  async function run(call: Promise<boolean>, done: string, failed: string): Promise<void> {
    setBusy(true);
    setMessage('');
    const isDone = await call;
    setMessage(isDone ? done : `${failed} Check the connection, then try again.`);
    setBusy(false);
  }

  return (
    <>
      <p>{explanation(props)}</p>
      <div className={styles.row}>
        <label>
          Works for
          <select
            className="field"
            value={days}
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {DAYS.map((count) => (
              <option key={count} value={count}>
                {count === 1 ? '1 day' : `${count} days`}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => {
            if (isBusy) return;
            void run(create(days), 'The link is ready.', 'The link could not be created.');
          }}
        >
          Create link
        </button>
      </div>
      <LinkField key={created?.id} url={created?.url ?? ''} onMessage={setMessage} />
      <p role="status" className={styles.message}>
        {message}
      </p>
      <section aria-labelledby={heading} className={styles.links}>
        <h3 id={heading}>Links that work</h3>
        {status === 'loading' && <Loading text="Loading links..." />}
        {status === 'failed' && (
          <p role="alert" className={field.error}>
            The links could not be loaded. Check the connection, then{' '}
            <button type="button" className={admin.plain} onClick={load}>
              try again
            </button>
            .
          </p>
        )}
        {status === 'ready' && links.length === 0 && <p>None yet.</p>}
        <ul>
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              isPublic={post.published}
              onRevoke={() => {
                if (isBusy || link.isRevoked) return;
                void run(
                  revoke(link.id),
                  'The link was revoked.',
                  'The link could not be revoked.',
                );
              }}
            />
          ))}
        </ul>
      </section>
    </>
  );
}

type LinkFieldProps = { url: string; onMessage: (message: string) => void };

/** Also there without a link, so that nothing moves when there is one. */
function LinkField({ url, onMessage }: LinkFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const hint = useId();
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);

  async function copy(): Promise<void> {
    if (!input.current || url === '') return;
    const isDone = await copyFromField(input.current);
    setCopied(isDone);
    onMessage(
      isDone
        ? 'Copied.'
        : 'The browser does not allow copying. Please copy the selected text yourself.',
    );
  }

  return (
    <div className={styles.link}>
      <label>
        Preview link
        <input
          ref={input}
          className="field"
          readOnly
          value={url}
          aria-describedby={hint}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <button type="button" className="button" aria-disabled={url === ''} onClick={copy}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
      <p id={hint} className={field.notes}>
        Copy the link when you create it: it is shown only once.
      </p>
    </div>
  );
}

type RowProps = { link: ListedLink; isPublic: boolean; onRevoke: () => void };

function LinkRow({ link, isPublic, onRevoke }: RowProps) {
  const { timeZone } = useSite();
  const created = dateAndTime(link.created_at, timeZone);
  return (
    <li>
      <span>
        Until <time dateTime={link.expires_at}>{dateAndTime(link.expires_at, timeZone)}</time>
        <small>
          Created <time dateTime={link.created_at}>{created}</time>
          {isPublic && !link.shows_changes && ', before the post was public: it leads to the post'}
        </small>
      </span>
      <button
        type="button"
        className={admin.plain}
        aria-disabled={link.isRevoked}
        aria-label={`${link.isRevoked ? 'Revoked' : 'Revoke'}: the link created ${created}`}
        onClick={onRevoke}
      >
        {link.isRevoked ? 'Revoked' : 'Revoke'}
      </button>
    </li>
  );
}
