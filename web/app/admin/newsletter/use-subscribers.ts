import type { NewsletterSummary, Subscriber } from '@longhand/contract/newsletter';
import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import type { SubscriberPart, SubscriberQuery } from '../api/newsletter-calls.ts';
import { logFailure, SUBSCRIBER_ALERTS } from '../ui/alerts.ts';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import { useSearched } from '../ui/use-searched.ts';

export const EVERYBODY: SubscriberQuery = { q: '', state: '' };

type Summary = NewsletterSummary;

const deleteQuestion = ({ email }: Subscriber) =>
  `Delete ${email} for good? No more mail is sent there, and nothing is kept: neither the address nor when it was confirmed. This cannot be undone, but one can subscribe again.`;

export function useSubscribers(firstSummary: Summary, first: SubscriberPart) {
  const { part, setPart, query, setQuery, ...searched } = useSearched({
    first,
    initial: EVERYBODY,
    load: ({ q, state }: SubscriberQuery, signal) =>
      adminApi.listSubscribers({ q: q.trim(), state }, null, signal),
  });
  const [summary, setSummary] = useState(firstSummary);
  const [message, setMessage] = useState({ text: '' });
  const { run, isBusy } = useOneAtATime();

  /** The counts and the list, after a change. */
  function readAgain(): void {
    searched.readAgain();
    adminApi.readNewsletter().then(setSummary, logFailure);
  }

  return {
    ...searched,
    readAgain,
    summary,
    message,
    query,
    search: (next: Partial<SubscriberQuery>) => setQuery((now) => ({ ...now, ...next })),
    entries: part.subscribers,
    total: part.total,
    hasMore: part.next !== null,
    isBusy,

    /** Fails with what the server says. */
    async add(email: string): Promise<void> {
      const added = await adminApi.addSubscriber(email);
      setMessage({ text: `${added.email} is subscribed.` });
      readAgain();
    },

    remove(subscriber: Subscriber): void {
      if (!window.confirm(deleteQuestion(subscriber))) return;
      void run(SUBSCRIBER_ALERTS.delete, async () => {
        await adminApi.deleteSubscriber(subscriber.id);
        setPart((now) => ({
          ...now,
          subscribers: now.subscribers.filter(({ id }) => id !== subscriber.id),
          total: now.total - 1,
        }));
        setMessage({ text: `${subscriber.email} is deleted.` });
        adminApi.readNewsletter().then(setSummary, logFailure);
      });
    },

    showMore(): void {
      void run(SUBSCRIBER_ALERTS.list, async () => {
        const more = await adminApi.listSubscribers(EVERYBODY, part.next);
        setPart((now) => ({ ...more, subscribers: [...now.subscribers, ...more.subscribers] }));
      });
    },
  };
}

export type Subscribers = ReturnType<typeof useSubscribers>;
