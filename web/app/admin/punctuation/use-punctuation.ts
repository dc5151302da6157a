import { normalizeLanguage } from '@longhand/contract/language';
import { isLanguage } from '@longhand/contract/site/site-defaults';
import { useEffect, useMemo, useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import { SessionOverError } from '../api/request.ts';
import { correctTyped, type Punctuation, punctuationOf } from './smart-punctuation.ts';

/** The rules of the post's language if smart punctuation is on; null otherwise, and until that is known. */
export function usePunctuation(typedLanguage: string | null): Punctuation | null {
  const site = useSite();
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    adminApi.readSettingsQuietly(stop.signal).then(
      ({ smart_punctuation }) => setOn(smart_punctuation),
      (error) => {
        const isExpected = stop.signal.aborted || error instanceof SessionOverError;
        if (!isExpected) console.warn(error);
      },
    );
    return () => stop.abort();
  }, []);
  const typed = normalizeLanguage(typedLanguage ?? '');
  const language = isLanguage(typed) ? typed : site.language;
  const rules = useMemo(() => punctuationOf(language), [language]);
  return isOn ? rules : null;
}

const MAX_LOOK_BACK = 1000;

function correct(field: HTMLInputElement | HTMLTextAreaElement, rules: Punctuation): void {
  const caret = field.selectionStart ?? 0;
  const before = field.value.slice(Math.max(0, caret - MAX_LOOK_BACK), caret);
  const correction = field === document.activeElement ? correctTyped(before, rules) : null;
  if (!correction) return;
  const { kept, replaced, text } = correction;
  const to = caret - kept;
  field.setSelectionRange(to - replaced, to);
  // The browser's own undo takes back only the replacement.
  document.execCommand('insertText', false, text);
  const end = caret - replaced + text.length;
  field.setSelectionRange(end, end);
}

/** To be called for each change of a field: corrects what was typed, after the field has its new text. */
export function correctAfterTyping(
  { target, nativeEvent }: React.ChangeEvent<HTMLInputElement | HTMLTextAreaElement>,
  rules: Punctuation | null | undefined,
): void {
  const { inputType, data } = nativeEvent as InputEvent;
  if (rules && inputType === 'insertText' && data?.length === 1)
    queueMicrotask(() => correct(target, rules));
}
