import type { Mailing } from '@longhand/contract/newsletter/newsletter';
import { useEffect, useEffectEvent, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import type { ListPart } from '../api/request.ts';
import { logFailure, MAILING_ALERTS } from '../ui/alerts.ts';
import { usePagedList } from '../ui/lists/paged-list.tsx';
import { cancelQuestion } from '../words/newsletter.ts';
import { milestone } from './newsletter-words.ts';

const POLL_MS = 2_000;

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
  const list = usePagedList({
    ...{ first, initial: '', moreFailure: MAILING_ALERTS.list },
    load: (_query, next) => adminApi.listMailings(next),
  });
  const { entries, run, say, setEntries } = list;

  function show(mailing: Mailing): void {
    const before = entries.find(({ id }) => id === mailing.id);
    const news = milestone(before, mailing);
    if (news) say({ text: news });
    setEntries((now) => now.map((entry) => (entry.id === mailing.id ? mailing : entry)));
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
    ...list,
    /** True if the last poll failed, so the numbers may be old. */
    hasFailed,
    change,
  };
}

export type Mailings = ReturnType<typeof useMailings>;
