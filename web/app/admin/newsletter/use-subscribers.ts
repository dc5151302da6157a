import type { NewsletterSummary, Subscriber } from '@longhand/contract/newsletter/newsletter';
import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import type { SubscriberPart, SubscriberQuery } from '../api/newsletter-calls.ts';
import { logFailure, SUBSCRIBER_ALERTS } from '../ui/alerts.ts';
import { usePagedList } from '../ui/lists/paged-list.tsx';
import { deleteQuestion } from '../words/newsletter.ts';

export const EVERYBODY: SubscriberQuery = { q: '', state: '' };

type Summary = NewsletterSummary;

export function useSubscribers(firstSummary: Summary, first: SubscriberPart) {
  const list = usePagedList({
    ...{ first, initial: EVERYBODY, moreFailure: SUBSCRIBER_ALERTS.list },
    load: ({ q, state }: SubscriberQuery, next, signal) =>
      adminApi.listSubscribers({ q: q.trim(), state }, next, signal),
  });
  const { run, say, setPart, setQuery } = list;
  const [summary, setSummary] = useState(firstSummary);

  /** The counts and the list, after a change. */
  function readAgain(): void {
    list.readAgain();
    adminApi.readNewsletter().then(setSummary, logFailure);
  }

  return {
    ...list,
    readAgain,
    summary,
    search: (next: Partial<SubscriberQuery>) => setQuery((now) => ({ ...now, ...next })),
    total: list.part.total,

    /** Fails with what the server says. */
    async add(email: string): Promise<void> {
      const added = await adminApi.addSubscriber(email);
      say({ text: `Added ${added.email}.` });
      readAgain();
    },

    remove(subscriber: Subscriber): void {
      if (!window.confirm(deleteQuestion(subscriber))) return;
      void run(SUBSCRIBER_ALERTS.delete, async () => {
        await adminApi.deleteSubscriber(subscriber.id);
        setPart((now) => ({
          ...now,
          entries: now.entries.filter(({ id }) => id !== subscriber.id),
          total: now.total - 1,
        }));
        say({ text: `Deleted ${subscriber.email}.` });
        adminApi.readNewsletter().then(setSummary, logFailure);
      });
    },
  };
}

export type Subscribers = ReturnType<typeof useSubscribers>;
