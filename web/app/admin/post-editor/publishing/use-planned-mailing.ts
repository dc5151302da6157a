import type { NewsletterSummary } from '@longhand/contract/newsletter';
import { useEffect, useState } from 'react';
import { adminApi } from '../../api/admin-api.ts';
import { countSubscribers } from '../../mail/numbers.ts';
import type { PostForm } from '../../post-form/post-form.ts';
import { logFailure } from '../../ui/alerts.ts';
import { useClock } from '../../ui/use-clock.ts';

export type PlannedMailing = {
  /** Whether a date is ahead, at which it could be sent. */
  readonly isPossible: boolean;
  /** False if there is no mail to send it with; undefined while that is not known. */
  readonly isMailSetUp: boolean | undefined;
  /** To whom it will be sent, if it will. */
  readonly to: string | undefined;
};

function recipientsOf(summary: NewsletterSummary | undefined): string {
  return summary ? countSubscribers(summary.subscribers.confirmed) : 'the subscribers';
}

/** What ‘Send when published’ will do, once a date is chosen. */
export function usePlannedMailing(form: PostForm): PlannedMailing {
  const { publish_at, send_when_published } = form;
  const [summary, setSummary] = useState<NewsletterSummary>();
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
