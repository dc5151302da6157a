import { normalizeLanguage } from '@longhand/contract/language';
import type { Preview } from '@longhand/contract/posts/posts';
import { isLanguage } from '@longhand/contract/site/site-defaults';
import { useEffect, useEffectEvent, useState } from 'react';
import { adminApi } from '../../api/admin-api.ts';
import { logFailure } from '../../ui/alerts.ts';

const PREVIEW_PAUSE_MS = 300;
/** Longer, because nobody waits for the notes. */
const NOTES_PAUSE_MS = 1_000;

export type Rendered = { readonly rendered: Preview | null; readonly failed: boolean };

/**
 * Requests the server's rendering when typing pauses: one request for the preview and for the notes
 * on what is left out. Without a preview, failures are silent.
 */
export function useRendered(
  content: string,
  hasPreview: boolean,
  typedLanguage: string | null | undefined,
): Rendered {
  const [rendered, setRendered] = useState<Preview | null>(null);
  const [failed, setFailed] = useState(false);
  const [requested, setRequested] = useState<string | null>(null);
  const typed = normalizeLanguage(typedLanguage ?? '');
  // One that is not finished could not be saved.
  const language = isLanguage(typed) ? typed : null;
  const pause = hasPreview ? PREVIEW_PAUSE_MS : NOTES_PAUSE_MS;
  const isFirstPreview = hasPreview && requested === null;

  useEffect(() => {
    const timer = setTimeout(() => setRequested(content), isFirstPreview ? 0 : pause);
    return () => clearTimeout(timer);
  }, [content, pause, isFirstPreview]);

  const fail = useEffectEvent((error: unknown) => {
    if (hasPreview) logFailure(error);
    setFailed(true);
  });
  const isBackground = useEffectEvent(() => !hasPreview);

  useEffect(() => {
    if (requested === null) return;
    if (requested.trim() === '') {
      setRendered({ content: '', reading_minutes: 1, removed: [], removed_count: 0 });
      setFailed(false);
      return;
    }
    const controller = new AbortController();
    adminApi.preview({ content: requested, language }, controller.signal, isBackground()).then(
      (result) => {
        if (controller.signal.aborted) return;
        setRendered(result);
        setFailed(false);
      },
      (error) => {
        if (!controller.signal.aborted) fail(error);
      },
    );
    return () => controller.abort();
  }, [requested, language]);
  return { rendered, failed };
}
