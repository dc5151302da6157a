import { longDate } from '@longhand/contract/dates';
import { languageName, normalizeLanguage } from '@longhand/contract/language';
import { isLanguage, isTimeZone, SITE_DEFAULTS } from '@longhand/contract/site/site-defaults';
import { wordLanguageOf } from '@longhand/contract/words/languages';
import { type ReactNode, useEffect, useId, useState } from 'react';
import admin from '../ui/admin.module.css';
import { Button } from '../ui/button.tsx';
import fieldStyles from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { LanguageSelect } from '../ui/fields/language-select.tsx';
import { HINTS, UNKNOWN_TIME_ZONE, UNTRANSLATED } from '../words/settings.ts';
import styles from './setting-fields.module.css';
import { SETTING_LABELS, type SwitchSettingName, type TextSettingName } from './settings-form.ts';
import type { Settings } from './use-settings.ts';

type TextSettingProps = {
  settings: Settings;
  name: TextSettingName;
  hint?: string;
  /** With rows, the field is a textarea. */
  rows?: number;
  /** Replaces the errors of the last save. */
  error?: string | undefined;
  attributes?: React.ComponentProps<'input'>;
  beside?: React.ReactNode;
  children?: React.ReactNode;
};

export function TextSetting(props: TextSettingProps) {
  const { settings, name, hint = HINTS[name], rows, error, attributes, beside, children } = props;
  const id = useId();
  const locked = settings.lockedHint(name);
  const errors = error ? [error] : settings.errors[name];
  const common = {
    id,
    className: 'field',
    dir: 'auto',
    value: settings.form[name],
    disabled: locked !== undefined,
    'aria-invalid': errors ? true : undefined,
    'aria-describedby': `${id}-notes`,
    onChange: (event: { target: { value: string } }) =>
      settings.change({ [name]: event.target.value }),
  } as const;
  const control = rows ? (
    <textarea {...common} rows={rows} />
  ) : (
    <input type="text" {...common} {...attributes} />
  );
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{SETTING_LABELS[name]}</label>
      {beside ? (
        <div className={fieldStyles.row}>
          {control}
          {beside}
        </div>
      ) : (
        control
      )}
      {children}
      {/* Errors replace the hint so that little moves. */}
      <FieldNotes id={id} hint={locked ?? (errors ? undefined : hint)} errors={errors} />
    </div>
  );
}

type SwitchSettingProps = { settings: Settings; name: SwitchSettingName };

export function SwitchSetting({ settings, name }: SwitchSettingProps) {
  const id = useId();
  const locked = settings.lockedHint(name);
  return (
    <div>
      <label className={admin.box}>
        <input
          type="checkbox"
          checked={settings.form[name]}
          disabled={locked !== undefined}
          aria-describedby={`${id}-notes`}
          onChange={(event) => settings.change({ [name]: event.target.checked })}
        />
        {SETTING_LABELS[name]}
      </label>
      <FieldNotes id={id} hint={locked ?? HINTS[name]} />
    </div>
  );
}

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
  return isEnglish ? UNTRANSLATED : 'Fixed texts are also in this language.';
}

function exampleOf({ language, time_zone }: Settings['form']): ReactNode {
  const code = normalizeLanguage(language) || SITE_DEFAULTS.language;
  if (!isLanguage(code)) return HINTS.language;
  const timeZone = isTimeZone(time_zone) ? time_zone : SITE_DEFAULTS.time_zone;
  const today = longDate(new Date().toISOString(), timeZone, code);
  return (
    <>
      <bdi>{languageName(code)}</bdi>. Dates look like this: <bdi>{today}</bdi>. {wordsHint(code)}
    </>
  );
}

/** Some browsers leave out UTC. */
function timeZones(): string[] {
  return [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
}

const browserTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns for example 'Monday, November 16, 12:30 PM'; null if there is no such time zone. */
function timeThere(timeZone: string, now: Date): string | null {
  if (!isTimeZone(timeZone)) return null;
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(now);
}

const UPDATE_MS = 10_000;

function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

export function TimeZoneSetting({ settings }: { settings: Settings }) {
  const list = useId();
  const now = useNow();
  const [zones] = useState(timeZones);
  const [isTyping, setTyping] = useState(false);
  const [own] = useState(browserTimeZone);
  const typed = settings.form.time_zone.trim();
  const time = timeThere(typed || SITE_DEFAULTS.time_zone, now);
  const isLocked = settings.lockedHint('time_zone') !== undefined;
  return (
    <TextSetting
      settings={settings}
      name="time_zone"
      hint={time ? `Local time: ${time}. Default: ${SITE_DEFAULTS.time_zone}` : HINTS.time_zone}
      error={time || isTyping ? undefined : UNKNOWN_TIME_ZONE}
      attributes={{
        list,
        autoCapitalize: 'none',
        spellCheck: false,
        onFocus: () => setTyping(true),
        onBlur: () => setTyping(false),
      }}
    >
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      {own !== typed && !isLocked && (
        <Button
          className={`${admin.plain} ${styles.small}`}
          onClick={() => settings.change({ time_zone: own })}
        >
          Use {own}, like this browser
        </Button>
      )}
    </TextSetting>
  );
}
