import { useEffect, useState } from 'react';
import type { Filter } from '../lib/blog-list.ts';
import styles from './blog-filter.module.css';

type Props = {
  filter: Filter;
  tags: readonly string[];
  onChange: (filter: Filter) => void;
  onFocus: () => void;
};

/** A plain form that works by itself; with scripts it filters as one types. */
export function BlogFilter({ filter, tags, onChange, onFocus }: Props) {
  // The field shows what is typed at once; the address may follow a moment later.
  const [query, setQuery] = useState(filter.query);
  useEffect(() => setQuery(filter.query), [filter.query]);
  const known = tags.find((tag) => tag.toLowerCase() === filter.tag.toLowerCase());

  return (
    <search className={styles.filter}>
      <form action="/blog" onSubmit={(event) => event.preventDefault()} onFocus={onFocus}>
        <label className="visually-hidden" htmlFor="blog-search">
          Search posts
        </label>
        <input
          id="blog-search"
          className="field"
          type="search"
          name="q"
          placeholder="Search posts..."
          autoComplete="off"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            onChange({ ...filter, query: event.target.value });
          }}
        />
        <label className="visually-hidden" htmlFor="blog-topic">
          Topic
        </label>
        <select
          id="blog-topic"
          className="field"
          name="tag"
          value={known ?? filter.tag}
          onChange={(event) => onChange({ ...filter, tag: event.target.value })}
        >
          <option value="">All Topics</option>
          {filter.tag !== '' && known === undefined && (
            <option value={filter.tag}>{filter.tag}</option>
          )}
          {tags.map((tag) => (
            <option key={tag} value={tag}>
              {tag}
            </option>
          ))}
        </select>
        <button type="submit" className="button">
          Search
        </button>
      </form>
    </search>
  );
}
