import { countWords, readingMinutes } from '@longhand/contract/reading-time';
import { useMemo } from 'react';
import { useDebouncedValue } from '../ui/use-debounced-value.ts';
import styles from './content-field.module.css';
import { stripTags } from './html/html-tags.ts';

const PAUSE_MS = 400;

/** Counts when typing pauses: a long text takes too long for every key. */
export function WordCount({ content, language }: { content: string; language: string }) {
  const debounced = useDebouncedValue(content, PAUSE_MS);
  const [words, minutes] = useMemo(() => {
    const text = stripTags(debounced);
    return [countWords(text), readingMinutes(text, language)];
  }, [debounced, language]);
  return (
    <p className={styles.length}>
      {words === 1 ? '1 word' : `${words.toLocaleString('en-US')} words`} · {minutes} min read
    </p>
  );
}
