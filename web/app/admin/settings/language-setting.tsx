import { longDate } from '@longhand/contract/dates';
import { languageName, normalizeLanguage } from '@longhand/contract/language';
import { isLanguage, isTimeZone, SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import { wordLanguageOf } from '@longhand/contract/words/languages';
import type { ReactNode } from 'react';
import { LanguageSelect } from '../ui/language-select.tsx';
import { SETTING_LABELS } from './settings-labels.ts';
import type { Settings } from './use-settings.ts';

export function LanguageSetting({ settings }: { settings: Settings }) {
  const locked = settings.lockedHint('language');
  const errors = settings.errors.language;
  return (
    <LanguageSelect
      label={SETTING_LABELS.language}
      language={settings.form.language}
      onChange={(language) => settings.change({ language })}
      disabled={locked !== undefined}
      hint={locked ?? (errors ? undefined : exampleOf(settings.form))}
      errors={errors}
    />
  );
}

function wordsHint(code: string): string {
  const isEnglish = wordLanguageOf(code) === 'en' && !/^en\b/.test(code);
  return isEnglish
    ? 'There are no words for it yet: fixed texts are in English, or your own'
    : 'Fixed texts are in this language, too';
}

/** What readers will see. */
function exampleOf({ language, time_zone }: Settings['form']): ReactNode {
  const code = normalizeLanguage(language) || SITE_DEFAULTS.language;
  if (!isLanguage(code)) return 'A BCP 47 code, like de-LI or cy';
  const timeZone = isTimeZone(time_zone) ? time_zone : SITE_DEFAULTS.time_zone;
  const today = longDate(new Date().toISOString(), timeZone, code);
  return (
    <>
      <bdi>{languageName(code)}</bdi>. Dates look like this: <bdi>{today}</bdi>. {wordsHint(code)}
    </>
  );
}
