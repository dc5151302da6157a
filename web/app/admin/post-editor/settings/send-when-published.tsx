import type { NewsletterSummary } from '@longhand/contract/newsletter/newsletter';
import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import { useEffect, useId, useState } from 'react';
import { Link } from 'react-router';
import { adminApi } from '../../api/admin-api.ts';
import type { PostForm } from '../../post-form/post-form.ts';
import admin from '../../ui/admin.module.css';
import { logFailure } from '../../ui/alerts.ts';
import { FieldNotes } from '../../ui/fields/field-notes.tsx';
import { useClock } from '../../ui/use-clock.ts';
import { countSubscribers } from '../../words/counts.ts';
import type { Editor } from '../post-kind.ts';

export type PlannedMailing = {
  readonly isPossible: boolean;
  /** Undefined while it is not known. */
  readonly isMailSetUp: boolean | undefined;
  /** The recipients in words; undefined if no mail will be sent. */
  readonly to: string | undefined;
};

function recipientsOf(summary: NewsletterSummary | undefined): string {
  return summary ? countSubscribers(summary.subscribers.confirmed) : 'the subscribers';
}

/** Asks the server only once a date is chosen. */
export function usePlannedMailing(form: PostForm): PlannedMailing {
  const { publish_at, send_when_published } = form;
  const [summary, setSummary] = useState<NewsletterSummary>();
  // Renders the whole editor again when the date comes, because it then no longer schedules.
  useClock([publish_at]);
  const isPossible = Date.parse(publish_at) > Date.now();
  useEffect(() => {
    if (!isPossible) return;
    const stop = new AbortController();
    adminApi.readNewsletterQuietly(stop.signal).then(setSummary, (error) => {
      if (!stop.signal.aborted) logFailure(error);
    });
    return () => stop.abort();
  }, [isPossible]);
  const isMailSetUp = summary && summary.mail !== null;
  const isPlanned = isPossible && send_when_published && isMailSetUp !== false;
  return { isPossible, isMailSetUp, to: isPlanned ? recipientsOf(summary) : undefined };
}

type Props = { editor: Editor; planned: PlannedMailing };

function hintOf({ to }: PlannedMailing): string {
  return to
    ? `It will be sent to ${to}.`
    : 'The post is sent to the subscribers, once, at its date.';
}

export function SendWhenPublished({ editor: { form, change }, planned }: Props) {
  const id = useId();
  const cannot = planned.isMailSetUp === false;
  return (
    <div>
      <label className={admin.box}>
        <input
          type="checkbox"
          data-field="send_when_published"
          checked={form.send_when_published}
          disabled={cannot && !form.send_when_published}
          aria-describedby={`${id}-notes`}
          onChange={(event) => change({ send_when_published: event.target.checked })}
        />
        {POST_FIELDS.send_when_published.label}
      </label>
      <FieldNotes
        id={id}
        hint={
          cannot ? (
            <>
              Nothing can be sent: <Link to="/admin/newsletter">mail is not set up</Link>.
            </>
          ) : (
            hintOf(planned)
          )
        }
      />
    </div>
  );
}
