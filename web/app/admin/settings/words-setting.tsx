import { languageName } from '@longhand/contract/language';
import type { WordList } from '@longhand/contract/site/site-settings';
import { foldCase } from '@longhand/contract/text/text-rules';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Loading } from '../../reader/ui/loading.tsx';
import { adminApi } from '../api/admin-api.ts';
import { logFailure } from '../ui/alerts.ts';
import { Button, PlainButton } from '../ui/button.tsx';
import fieldStyles from '../ui/fields/field.module.css';
import { FieldNotes } from '../ui/fields/field-notes.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { FIXED_TEXTS, SAVE_LANGUAGE_FIRST } from '../words/settings.ts';
import styles from './setting-fields.module.css';
import type { Settings } from './use-settings.ts';

type Word = WordList['words'][number];

type WordSearch = {
  readonly query: string;
  readonly isAlwaysShown: (key: string) => boolean;
};

/**
 * Searches the default, the own text and the key; the owner's own texts come first. Compares saved
 * texts so that a field being changed stays where it is.
 */
function findWords(
  words: readonly Word[],
  saved: Readonly<Record<string, string>>,
  { query, isAlwaysShown }: WordSearch,
): readonly Word[] {
  const asked = foldCase(query.trim());
  const matches = words.filter(
    (word) =>
      isAlwaysShown(word.key) ||
      [word.default, saved[word.key] ?? '', word.key].some((text) =>
        foldCase(text).includes(asked),
      ),
  );
  const rank = ({ key }: Word) => (saved[key] === undefined ? 1 : 0);
  return matches.toSorted((a, b) => rank(a) - rank(b));
}

type Loaded = { readonly language: string; readonly words: WordList['words'] };

/** Null while the texts load, and if that fails. */
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

export function WordsSetting({ settings }: { settings: Settings }) {
  const { language } = settings.saved;
  const list = useWordList(language);
  const search = useRef<HTMLInputElement>(null);
  useFocusFallback(search, list.words);
  if (settings.form.language !== language) return <p>{SAVE_LANGUAGE_FIRST}</p>;
  if (!list.isOpen) return <Closed own={Object.keys(settings.form.words).length} {...list} />;
  if (list.hasFailed)
    return (
      <p role="alert">
        The words could not be loaded. Check your connection.{' '}
        <PlainButton onClick={list.load}>Try again</PlainButton>
      </p>
    );
  if (!list.words) return <Loading text="Loading words..." />;
  return <Words ref={search} settings={settings} words={list.words} />;
}

function Closed({ own, load }: { own: number; load: () => void }) {
  return (
    <div className={fieldStyles.field}>
      <Button className={`button ${styles.open}`} onClick={load}>
        Change words
      </Button>
      <div className={fieldStyles.notes}>
        <p>
          {FIXED_TEXTS} {own > 0 && `You have changed ${own}.`}
        </p>
      </div>
    </div>
  );
}

type WordsProps = {
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
          <PlainButton aria-label={`Reset “${word.default}”`} onClick={() => change(word.default)}>
            Reset
          </PlainButton>
        )}
      </div>
      <FieldNotes id={id} hint={errors ? undefined : key + placeholderHint(word)} errors={errors} />
    </div>
  );
}
