import type { Mailing } from '@longhand/contract/newsletter';
import { useEffect, useEffectEvent, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import type { ListPart } from '../api/request.ts';
import { cancelQuestion, milestone } from '../mail/mailing-words.ts';
import { logFailure, MAILING_ALERTS } from '../ui/alerts.ts';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';

const POLL_MS = 2_000;

/** Asks for those that are being sent, while the page is seen. */
function usePolling(ids: readonly string[], onFound: (mailing: Mailing) => void): boolean {
  const [hasFailed, setFailed] = useState(false);
  const show = useEffectEvent(onFound);
  const key = ids.join();
  useEffect(() => {
    if (key === '') return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden') return;
      try {
        for (const id of key.split(',')) show(await adminApi.findMailing(id, stop.signal));
        setFailed(false);
      } catch (error) {
        if (stop.signal.aborted) return;
        logFailure(error);
        setFailed(true);
      }
      if (!stop.signal.aborted) timer = setTimeout(poll, POLL_MS);
    };
    timer = setTimeout(poll, POLL_MS);
    document.addEventListener('visibilitychange', poll, { signal: stop.signal });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [key]);
  return hasFailed;
}

export function useMailings(first: ListPart<Mailing>) {
  const [{ entries, next }, setPart] = useState(first);
  const [message, setMessage] = useState('');
  const { run } = useOneAtATime();

  function show(mailing: Mailing): void {
    const before = entries.find(({ id }) => id === mailing.id);
    const news = milestone(before, mailing);
    if (news) setMessage(news);
    setPart((now) => ({
      ...now,
      entries: now.entries.map((entry) => (entry.id === mailing.id ? mailing : entry)),
    }));
  }

  const sending = entries.filter(({ state }) => state === 'sending').map(({ id }) => id);
  const hasFailed = usePolling(sending, show);

  function change(mailing: Mailing, kind: 'pause' | 'resume' | 'cancel'): void {
    if (kind === 'cancel' && !window.confirm(cancelQuestion(mailing))) return;
    void run(MAILING_ALERTS[kind], async () =>
      show(await adminApi.changeMailing(mailing.id, kind)),
    );
  }

  return {
    entries,
    hasMore: next !== null,
    message,
    /** The numbers may be old. */
    hasFailed,
    change,
    showMore(): void {
      void run(MAILING_ALERTS.list, async () => {
        const more = await adminApi.listMailings(next);
        setPart((now) => ({ ...more, entries: [...now.entries, ...more.entries] }));
      });
    },
  };
}

export type Mailings = ReturnType<typeof useMailings>;
