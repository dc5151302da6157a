import type { Redirect, RedirectInput } from '@longhand/contract/redirect-list';
import { useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import type { ListPart } from '../api/request.ts';
import type { ListMessage } from '../posts/published-message.ts';
import { REDIRECT_ALERTS } from '../ui/alerts.ts';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import { useSearched } from '../ui/use-searched.ts';

type Part = ListPart<Redirect>;

function without({ entries, next }: Part, from: string): Part {
  return { entries: entries.filter((redirect) => redirect.from !== from), next };
}

export function useRedirects(first: Part) {
  const { part, setPart, ...searched } = useSearched({
    first,
    initial: '',
    load: (query, signal) => adminApi.listRedirects(query.trim(), null, signal),
  });
  const { run, isBusy } = useOneAtATime();
  const [message, setMessage] = useState<ListMessage>({ text: '' });

  function show(redirect: Redirect, replaced: string): void {
    setPart((now) => {
      const at = now.entries.findIndex(({ from }) => from === replaced);
      if (at < 0) return { ...now, entries: [redirect, ...now.entries] };
      return { ...now, entries: now.entries.with(at, redirect) };
    });
  }

  function remove({ from, to }: Redirect): void {
    void run(REDIRECT_ALERTS.remove, async () => {
      await adminApi.removeRedirect(from);
      setPart((now) => without(now, from));
      // Where it led to something deleted, there is nothing that it could be given back.
      const undo = to === null ? {} : { undo: () => bringBack({ from, to }) };
      setMessage({ text: `The redirect from ${from} is removed.`, ...undo });
    });
  }

  function bringBack(input: RedirectInput): void {
    void run(REDIRECT_ALERTS.restore, async () => {
      show(await adminApi.addRedirect(input), input.from);
      setMessage({ text: `The redirect from ${input.from} is back.` });
    });
  }

  return {
    ...searched,
    entries: part.entries,
    hasMore: part.next !== null,
    isBusy,
    message,
    say: (text: string) => setMessage({ text }),
    remove,

    /** Fails with what the server says. */
    async add(input: RedirectInput): Promise<void> {
      const added = await adminApi.addRedirect(input);
      show(added, added.from);
      setMessage({ text: `${added.from} leads to ${added.to} now.` });
    },

    async change(from: string, input: RedirectInput): Promise<void> {
      const changed = await adminApi.changeRedirect(from, input);
      show(changed, from);
      setMessage({ text: `${changed.from} leads to ${changed.to} now.` });
    },

    showMore(): void {
      void run(REDIRECT_ALERTS.list, async () => {
        const more = await adminApi.listRedirects('', part.next);
        setPart((now) => ({ entries: [...now.entries, ...more.entries], next: more.next }));
      });
    },
  };
}

export type Redirects = ReturnType<typeof useRedirects>;
