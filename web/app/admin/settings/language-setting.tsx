import { longDate } from '@longhand/contract/dates';
import { isLanguage, isTimeZone, SITE_DEFAULTS } from '@longhand/contract/site-defaults';
import { wordLanguageOf } from '@longhand/contract/words/languages';
import { type ReactNode, useId, useState } from 'react';
import styles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import { commonLanguages, languageName } from './languages.ts';
import { normalizeLanguage } from './settings-form.ts';
import { SETTING_LABELS } from './settings-labels.ts';
import type { Settings } from './use-settings.ts';

const ANOTHER = 'another';

/** A list of languages; any other one as a code. */
export function LanguageSetting({ settings }: { settings: Settings }) {
  const id = useId();
  const [languages] = useState(commonLanguages);
  const { language } = settings.form;
  const isListed = languages.some(({ code }) => code === language);
  // Also while a code is typed that begins like one of the list.
  const [isAnother, setAnother] = useState(!isListed);
  const showsCode = isAnother || !isListed;
  const locked = settings.lockedHint('language');
  const errors = settings.errors.language;
  const notes = { 'aria-invalid': errors ? true : undefined, 'aria-describedby': `${id}-notes` };
  const hint = locked ?? (errors ? undefined : exampleOf(settings.form));

  function choose(code: string): void {
    setAnother(code === ANOTHER);
    if (code !== ANOTHER) settings.change({ language: code });
  }

  return (
    <div className={styles.field}>
      <label htmlFor={id}>{SETTING_LABELS.language}</label>
      <select
        id={id}
        className="field"
        value={showsCode ? ANOTHER : language}
        disabled={locked !== undefined}
        onChange={(event) => choose(event.target.value)}
        {...(!showsCode && notes)}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
        <option value={ANOTHER}>Another language…</option>
      </select>
      {showsCode && (
        <input
          type="text"
          className="field"
          aria-label="Language code"
          placeholder={SITE_DEFAULTS.language}
          autoCapitalize="none"
          spellCheck={false}
          value={language}
          disabled={locked !== undefined}
          onChange={(event) => settings.change({ language: event.target.value })}
          {...notes}
        />
      )}
      <FieldNotes id={id} hint={hint} errors={errors} />
    </div>
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
