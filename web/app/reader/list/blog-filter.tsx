import { foldCase } from '@longhand/contract/text/text-rules';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigationType } from 'react-router';
import { useWords } from '../site/words.tsx';
import styles from './blog-filter.module.css';
import type { Filter } from './blog-list.ts';

type Props = {
  filter: Filter;
  tags: readonly string[];
  onChange: (changed: Partial<Filter>) => void;
  onFocus: () => void;
};

/** Works without scripts as a GET form; with scripts it filters while typing. */
export function BlogFilter({ filter, tags, onChange, onFocus }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const { query } = filter;
  const words = useWords();
  const listedTag = tags.find((tag) => foldCase(tag) === foldCase(filter.tag));
  const shownTag = listedTag ?? filter.tag;

  // Applies what was typed and chosen before hydration.
  const applyEarlier = useEffectEvent(() => {
    const typed = input.current?.value ?? '';
    const chosen = select.current?.value ?? '';
    if (typed === query && chosen === shownTag) return;
    onChange({ query: typed, tag: chosen === shownTag ? filter.tag : chosen });
  });
  useEffect(() => applyEarlier(), []);

  // While typing, the field is ahead of the URL; after going back it must follow the URL.
  const type = useNavigationType();
  const lastQuery = useRef(query);
  useEffect(() => {
    const field = input.current;
    const wentBack = type === 'POP' && lastQuery.current !== query;
    lastQuery.current = query;
    if (field && (wentBack || document.activeElement !== field)) field.value = query;
  }, [query, type]);

  return (
    <search className={styles.filter} lang={words.lang}>
      <form action="/blog" onSubmit={(event) => event.preventDefault()} onFocus={onFocus}>
        <label className="visually-hidden" htmlFor="blog-search">
          {words.text('blog.search')}
        </label>
        <input
          id="blog-search"
          className="field"
          type="search"
          name="q"
          placeholder={words.text('blog.search-example')}
          autoComplete="off"
          maxLength={200}
          ref={input}
          defaultValue={query}
          onChange={(event) => onChange({ query: event.target.value })}
        />
        <label className="visually-hidden" htmlFor="blog-topic">
          {words.text('blog.topic')}
        </label>
        <select
          id="blog-topic"
          className="field"
          name="tag"
          // Otherwise going back would show the choice of the page that was left.
          autoComplete="off"
          ref={select}
          value={shownTag}
          onChange={(event) => onChange({ tag: event.target.value })}
        >
          <option value="">{words.text('blog.all-topics')}</option>
          {filter.tag !== '' && listedTag === undefined && (
            <option value={filter.tag} lang={words.pageLang}>
              {filter.tag}
            </option>
          )}
          {tags.map((tag) => (
            <option key={tag} value={tag} lang={words.pageLang}>
              {tag}
            </option>
          ))}
        </select>
        <button type="submit" className="button">
          {words.text('blog.search-button')}
        </button>
      </form>
    </search>
  );
}
