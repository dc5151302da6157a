import { PREVIEW_LINK_DAYS } from '@longhand/contract/limits';
import type { Post } from '@longhand/contract/posts/posts';
import { useId, useState } from 'react';
import { useSite } from '../../../reader/site/site.ts';
import { Loading } from '../../../reader/ui/loading.tsx';
import { useSendPostDialog } from '../../newsletter/sending/send-post-dialog.tsx';
import { Button, PlainButton } from '../../ui/button.tsx';
import { CopyField } from '../../ui/fields/copy-field.tsx';
import field from '../../ui/fields/field.module.css';
import { PortalDialog } from '../../ui/floating/dialog.tsx';
import { dateAndTime } from '../../words/date-and-time.ts';
import styles from './share-preview.module.css';
import { type ListedLink, usePreviewLinks } from './use-preview-links.ts';

type SendToSubscribersProps = {
  post: Post;
  /** True if there are unsaved changes, which the mail does not have. */
  hasChanges: boolean;
};

export function SendToSubscribers(props: SendToSubscribersProps) {
  const [open, dialog] = useSendPostDialog(props);
  return (
    <>
      <Button onClick={open}>Send to subscribers</Button>
      {dialog}
    </>
  );
}

const DAYS = [1, 7, PREVIEW_LINK_DAYS.default, 30, 90, PREVIEW_LINK_DAYS.max];

type Props = {
  post: Post;
  /** True if there are unsaved changes, which a link also shows. */
  hasChanges: boolean;
};

function explanation({ post, hasChanges }: Props): string {
  if (!post.published)
    return 'Anyone with this link can read the post, including unpublished changes, until you publish it.';
  return hasChanges
    ? 'This post is public. Anyone with a link that you create now can read your private changes until it expires. Once they are saved or discarded, it leads to the public page.'
    : 'This post is public and has no private changes, so a link leads to the public page. If you make some, a link that you create now shows them until it expires.';
}

export function SharePreview(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Share a preview</Button>
      {isOpen && (
        <PortalDialog
          onClose={() => setOpen(false)}
          title="Share a preview"
          className={styles.dialog}
        >
          {() => <PreviewLinks {...props} />}
        </PortalDialog>
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
        <Button
          className="button"
          aria-disabled={isBusy}
          onClick={() => {
            if (isBusy) return;
            void run(create(days), 'The link is ready.', 'The link could not be created.');
          }}
        >
          Create link
        </Button>
      </div>
      <CopyField
        key={created?.id}
        label="Preview link"
        value={created?.url ?? ''}
        hint="Copy the link now; you won’t see it again."
        onMessage={setMessage}
      />
      <p role="status" className={styles.message}>
        {message}
      </p>
      <section aria-labelledby={heading} className={styles.links}>
        <h3 id={heading}>Active links</h3>
        {status === 'loading' && <Loading text="Loading links..." />}
        {status === 'failed' && (
          <p role="alert" className={field.error}>
            The links could not be loaded. Check the connection, then{' '}
            <PlainButton onClick={load}>try again</PlainButton>.
          </p>
        )}
        {status === 'ready' && links.length === 0 && <p>None</p>}
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
      <PlainButton
        aria-disabled={link.isRevoked}
        aria-label={`${link.isRevoked ? 'Revoked' : 'Revoke'}: the link created ${created}`}
        onClick={onRevoke}
      >
        {link.isRevoked ? 'Revoked' : 'Revoke'}
      </PlainButton>
    </li>
  );
}
