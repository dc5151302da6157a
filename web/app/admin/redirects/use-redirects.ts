import type { Redirect, RedirectInput } from '@longhand/contract/redirect-list';
import { adminApi } from '../api/admin-api.ts';
import type { ListPart } from '../api/request.ts';
import { REDIRECT_ALERTS } from '../ui/alerts.ts';
import { usePagedList } from '../ui/lists/paged-list.tsx';

export function useRedirects(first: ListPart<Redirect>) {
  const list = usePagedList({
    ...{ first, initial: '', moreFailure: REDIRECT_ALERTS.list },
    load: (query, next, signal) => adminApi.listRedirects(query.trim(), next, signal),
  });
  const { run, say, setEntries } = list;

  function show(redirect: Redirect, replaced: string): void {
    setEntries((entries) => {
      const at = entries.findIndex(({ from }) => from === replaced);
      return at < 0 ? [redirect, ...entries] : entries.with(at, redirect);
    });
  }

  function remove({ from, to }: Redirect): void {
    void run(REDIRECT_ALERTS.remove, async () => {
      await adminApi.removeRedirect(from);
      setEntries((entries) => entries.filter((redirect) => redirect.from !== from));
      // Where it led to something deleted, there is nothing that it could be given back.
      const undo = to === null ? {} : { undo: () => bringBack({ from, to }) };
      say({ text: `The redirect from ${from} is removed.`, ...undo });
    });
  }

  function bringBack(input: RedirectInput): void {
    void run(REDIRECT_ALERTS.restore, async () => {
      show(await adminApi.addRedirect(input), input.from);
      say({ text: `Restored the redirect from ${input.from}.` });
    });
  }

  return {
    ...list,
    remove,

    /** Fails with what the server says. */
    async add(input: RedirectInput): Promise<void> {
      const added = await adminApi.addRedirect(input);
      show(added, added.from);
      say({ text: `${added.from} leads to ${added.to} now.` });
    },

    async change(from: string, input: RedirectInput): Promise<void> {
      const changed = await adminApi.changeRedirect(from, input);
      show(changed, from);
      say({ text: `${changed.from} leads to ${changed.to} now.` });
    },
  };
}

export type Redirects = ReturnType<typeof useRedirects>;
