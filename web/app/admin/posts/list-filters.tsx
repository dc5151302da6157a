import { MAX_QUERY_LENGTH } from '@longhand/contract/posts/post-query';
import { foldCase } from '@longhand/contract/text/text-rules';
import { useEffect, useRef, useState } from 'react';
import { SHOWN, type Shown, type Topic } from '../post-list/post-list.ts';
import { Choice } from '../ui/fields/choice.tsx';
import styles from '../ui/lists/list-filters.module.css';

type StatusFilterProps = {
  counts: Readonly<Record<Shown, number>>;
  current: Shown;
  onChange: (shown: Shown) => void;
};

export function StatusFilter({ counts, current, onChange }: StatusFilterProps) {
  // Most blogs schedule nothing. Once shown, it stays, so that publishing the last scheduled post moves nothing.
  const [hasScheduled, setHasScheduled] = useState(current === 'scheduled');
  if (!hasScheduled && counts.scheduled > 0) setHasScheduled(true);
  const choices = (Object.keys(SHOWN) as Shown[]).filter(
    (shown) => shown !== 'scheduled' || hasScheduled || current === 'scheduled',
  );
  const options = choices.map((shown) => [
    shown,
    <>
      {SHOWN[shown]} <span>{counts[shown]}</span>
    </>,
  ]);
  return (
    <Choice
      legend="Show"
      options={Object.fromEntries(options)}
      value={current}
      onChange={onChange}
      className={styles.shown}
    />
  );
}

type TopicFilterProps = {
  topics: readonly Topic[];
  current: string;
  onChange: (tag: string) => void;
};

export function TopicFilter({ topics, current, onChange }: TopicFilterProps) {
  const listed = topics.find(({ tag }) => foldCase(tag) === foldCase(current));
  return (
    <select
      className="field"
      aria-label="Topic"
      value={listed?.tag ?? current}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">All Topics</option>
      {current !== '' && !listed && <option value={current}>{current} (0)</option>}
      {topics.map(({ tag, count }) => (
        <option key={tag} value={tag}>
          {tag} ({count})
        </option>
      ))}
    </select>
  );
}

type SearchFieldProps = { query: string; onQuery: (query: string) => void };

/** Uncontrolled because the URL is updated later than the next key press. */
export function SearchField({ query, onQuery }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = input.current;
    if (field && document.activeElement !== field) field.value = query;
  }, [query]);
  return (
    <input
      ref={input}
      className="field"
      type="search"
      aria-label="Search posts"
      placeholder="Search posts..."
      maxLength={MAX_QUERY_LENGTH}
      defaultValue={query}
      onChange={(event) => onQuery(event.target.value)}
    />
  );
}
