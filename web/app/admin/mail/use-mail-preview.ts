import type { MailingPreview, NewsletterSummary } from '@longhand/contract/newsletter';
import { useEffect, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { reasonOf } from './reason-of.ts';

export type LoadedPreview = {
  readonly preview: MailingPreview;
  readonly mail: NewsletterSummary['mail'];
};

type State = LoadedPreview | { readonly failure: string } | undefined;

async function load(postId: string, signal: AbortSignal): Promise<LoadedPreview> {
  const [preview, { mail }] = await Promise.all([
    adminApi.previewMailing(postId, signal),
    adminApi.readNewsletter(signal),
  ]);
  return { preview, mail };
}

/** The mail of a post as it will look, and whether mail is set up. */
export function useMailPreview(postId: string) {
  const [state, setState] = useState<State>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt reads it again
  useEffect(() => {
    const stop = new AbortController();
    setState(undefined);
    load(postId, stop.signal).then(setState, (error) => {
      if (!stop.signal.aborted) setState({ failure: reasonOf(error) });
    });
    return () => stop.abort();
  }, [postId, attempt]);
  return { state, retry: () => setAttempt((count) => count + 1) };
}
