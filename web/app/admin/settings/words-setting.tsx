import { languageName } from '@longhand/contract/language';
import type { WordList } from '@longhand/contract/own-words';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Loading } from '../../reader/ui/loading.tsx';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { logFailure } from '../ui/alerts.ts';
import fieldStyles from '../ui/field.module.css';
import { FieldNotes } from '../ui/field-notes.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import type { Settings } from './use-settings.ts';
import { findWords, type Word } from './word-search.ts';
import styles from './words-setting.module.css';

type Loaded = { readonly language: string; readonly words: WordList['words'] };

/** The texts of the saved language; null while they load or after they could not be loaded. */
function useWordList(language: string) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [attempt, setAttempt] = useState<'none' | 'loading' | 'failed'>('none');
  useEffect(() => {
    if (attempt !== 'loading') return;
    let isCurrent = true;
    adminApi.listWords().then(
      ({ words }) => {
        if (isCurrent) setLoaded({ language, words });
      },
      (error) => {
        logFailure(error);
        if (isCurrent) setAttempt('failed');
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt, language]);
  return {
    words: loaded?.language === language ? loaded.words : null,
    isOpen: attempt !== 'none',
    hasFailed: attempt === 'failed',
    load: () => setAttempt('loading'),
  };
}

/** Every fixed text that readers meet, each of which can be the owner's own. */
export function WordsSetting({ settings }: { settings: Settings }) {
  const { language } = settings.saved;
  const list = useWordList(language);
  const search = useRef<HTMLInputElement>(null);
  useFocusFallback(search, list.words);
  if (settings.form.language !== language)
    return <p>Save the new language first: each language has words of its own.</p>;
  if (!list.isOpen) return <Closed own={Object.keys(settings.form.words).length} {...list} />;
  if (list.hasFailed)
    return (
      <p role="alert">
        The words could not be loaded. Check the connection.{' '}
        <button type="button" className={admin.plain} onClick={list.load}>
          Try again
        </button>
      </p>
    );
  if (!list.words) return <Loading text="Loading words..." />;
  return <Words ref={search} settings={settings} words={list.words} />;
}

function Closed({ own, load }: { own: number; load: () => void }) {
  return (
    <div className={fieldStyles.field}>
      <button type="button" className={`button ${styles.open}`} onClick={load}>
        Change words
      </button>
      <div className={fieldStyles.notes}>
        <p>
          The fixed texts that readers meet, like “Continue Reading”.{' '}
          {own > 0 && `${own} of them ${own === 1 ? 'is' : 'are'} your own.`}
        </p>
      </div>
    </div>
  );
}

type WordsProps = {
  /** Of the search. */
  ref: RefObject<HTMLInputElement | null>;
  settings: Settings;
  words: readonly Word[];
};

function Words({ ref, settings, words }: WordsProps) {
  const id = useId();
  const [query, setQuery] = useState('');
  const found = findWords(words, settings.saved.words, {
    query,
    isAlwaysShown: (key) => settings.errors[`words.${key}`] !== undefined,
  });
  return (
    <>
      <div className={fieldStyles.field}>
        <label htmlFor={id}>Search words</label>
        <input
          ref={ref}
          id={id}
          type="search"
          className="field"
          dir="auto"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <div className={fieldStyles.notes}>
          <p role="status">
            {found.length} of {words.length} texts in{' '}
            <bdi>{languageName(settings.saved.language)}</bdi>
          </p>
        </div>
      </div>
      <ul className={styles.words}>
        {found.map((word) => (
          <li key={word.key}>
            <WordField word={word} settings={settings} />
          </li>
        ))}
      </ul>
    </>
  );
}

function placeholderHint({ placeholders }: Word): string {
  if (placeholders.length === 0) return '';
  return ` · keep ${placeholders.map((name) => `{${name}}`).join(', ')}`;
}

function WordField({ word, settings }: { word: Word; settings: Settings }) {
  const id = useId();
  const { key } = word;
  const { words } = settings.form;
  const own = words[key];
  const errors = settings.errors[`words.${key}`];

  function change(text: string): void {
    const { [key]: _, ...others } = words;
    const next = text === word.default ? others : { ...others, [key]: text };
    settings.change({ words: next }, `words.${key}`);
  }

  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} dir="auto">
        {word.default}
      </label>
      <div className={styles.row}>
        <textarea
          id={id}
          className="field"
          dir="auto"
          rows={word.default.length > 60 ? 3 : 1}
          value={own ?? word.default}
          aria-invalid={errors ? true : undefined}
          aria-describedby={`${id}-notes`}
          onChange={(event) => change(event.target.value.replaceAll('\n', ' '))}
        />
        {own !== undefined && (
          <button
            type="button"
            className={admin.plain}
            aria-label={`Reset “${word.default}”`}
            onClick={() => change(word.default)}
          >
            Reset
          </button>
        )}
      </div>
      <FieldNotes id={id} hint={errors ? undefined : key + placeholderHint(word)} errors={errors} />
    </div>
  );
}
