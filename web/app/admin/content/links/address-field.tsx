import type { ListedPage } from '@longhand/contract/pages/pages';
import { useEffect, useId, useRef, useState } from 'react';
import { adminApi } from '../../api/admin-api.ts';
import { Button } from '../../ui/button.tsx';
import { moveActive, OptionList, optionId } from '../../ui/fields/option-list.tsx';
import { useOptionSearch } from '../../ui/fields/use-option-search.ts';
import { usePressOutside } from '../../ui/floating/close-details.ts';
import floating from '../../ui/floating/floating.module.css';
import type { Box } from '../../ui/floating/floating-place.ts';
import { useFloating } from '../../ui/floating/use-floating.ts';
import styles from './address-field.module.css';
import { type LinkOption, linkOptions, searchText } from './link-options.ts';

function useLinkSearch(query: string): readonly LinkOption[] | 'failed' | null {
  const pages = useRef<readonly ListedPage[] | null>(null);
  return useOptionSearch(query, async (text, signal) => {
    const [posts, listed] = await Promise.all([
      adminApi.searchPosts(text, signal, true),
      pages.current ?? adminApi.listPageSummaries(signal),
    ]);
    pages.current = listed;
    return linkOptions({ posts, pages: listed }, text);
  });
}

const WORDS = {
  link: { name: 'Link', label: 'Link address', example: 'Paste a URL or search your posts' },
  video: {
    name: 'Video',
    label: 'Video address',
    example: 'https://www.youtube.com/watch?v=',
  },
} as const;

type Props = {
  readonly kind: keyof typeof WORDS;
  readonly anchor: () => Box | null;
  /** Of the link that is there already; null for a new one. */
  readonly current: string | null;
  /** What is wrong with the address; null if it was used. The words are for a link without a text. */
  readonly onAnswer: (address: string, words: string) => string | null;
  readonly onRemove: () => void;
  readonly onCancel: () => void;
  readonly onLeave: () => void;
};

/** The posts and pages for what is typed, and which of them the keys have chosen. */
function useOptions(typed: string, current: string | null) {
  const query = typed === current ? '' : searchText(typed);
  const found = useLinkSearch(query);
  const [closedFor, setClosedFor] = useState('');
  const [chosen, setChosen] = useState({ query: '', index: -1 });
  const options = found === null || found === 'failed' || closedFor === typed ? [] : found;
  const index = chosen.query === query ? chosen.index : -1;
  return {
    options,
    active: index < options.length ? index : -1,
    hasFailed: found === 'failed',
    isEmpty: found !== null && found !== 'failed' && found.length === 0,
    setActive: (next: number) => setChosen({ query, index: next }),
    close: () => setClosedFor(typed),
  };
}

function messageOf({ options, hasFailed, isEmpty }: ReturnType<typeof useOptions>): string {
  if (hasFailed) return 'Search failed. You can still paste a URL.';
  if (isEmpty) return 'No post or page found.';
  if (options.length === 0) return '';
  return options.length === 1 ? '1 post or page found' : `${options.length} posts and pages found`;
}

/** For the address of a link, with one's own posts and pages as options. Not a form: it is in one. */
export function AddressField(props: Props) {
  const { kind, anchor, current, onAnswer, onRemove, onCancel, onLeave } = props;
  const id = useId();
  const ref = useFloating(anchor, 'below');
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(current ?? '');
  const [error, setError] = useState<string | null>(null);
  const isLink = kind === 'link';
  const search = useOptions(isLink ? typed : '', current);
  const { options, active } = search;
  const isOpen = options.length > 0;
  const listId = `${id}-options`;
  const { name, label, example } = WORDS[kind];

  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);

  usePressOutside([ref], onLeave);

  function answer(address = typed, words = typed): void {
    const wrong = onAnswer(address.trim(), words.trim());
    setError(wrong);
    if (wrong !== null) input.current?.focus();
  }

  function take(option: LinkOption | undefined): void {
    if (option) answer(option.href, option.title);
  }

  const move = (step: 1 | -1) => search.setActive(moveActive(active, step, options.length));

  const keys: Readonly<Record<string, (() => void) | false>> = {
    Escape: isOpen ? search.close : onCancel,
    Enter: active >= 0 ? () => take(options[active]) : () => answer(),
    ArrowDown: isOpen && (() => move(1)),
    ArrowUp: isOpen && (() => move(-1)),
  };

  function onKeyDown(event: React.KeyboardEvent): void {
    const { key, target, nativeEvent } = event;
    const action = Object.hasOwn(keys, key) && keys[key];
    const isOfButton = key !== 'Escape' && target !== input.current;
    if (!action || isOfButton || nativeEvent.isComposing) return;
    event.preventDefault();
    // Escape would also end what is around.
    event.stopPropagation();
    action();
  }

  return (
    <div
      ref={ref}
      role="dialog"
      aria-label={name}
      className={`${floating.floating} ${styles.question}`}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onLeave();
      }}
    >
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="field"
        // A keyboard for addresses may have no space.
        inputMode={isLink ? 'text' : 'url'}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        placeholder={example}
        value={typed}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
        {...(isLink && {
          role: 'combobox',
          'aria-autocomplete': 'list' as const,
          'aria-expanded': isOpen,
          'aria-controls': isOpen ? listId : undefined,
          'aria-activedescendant': active >= 0 ? optionId(listId, active) : undefined,
        })}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
      />
      {isOpen && (
        <OptionList
          id={listId}
          label="Posts and pages"
          className={styles.options}
          options={options}
          active={active}
          keyOf={({ href }) => href}
          onActive={search.setActive}
          onTake={take}
        >
          {({ title, note }) => (
            <>
              {title}
              {note && <span> {note}</span>}
            </>
          )}
        </OptionList>
      )}
      {isLink && (
        <p role="status" className={isOpen ? 'visually-hidden' : undefined}>
          {messageOf(search)}
        </p>
      )}
      <p id={`${id}-error`} role="alert">
        {error}
      </p>
      <div className={`${floating.actions} ${styles.buttons}`}>
        <Button onClick={() => answer()}>Apply</Button>
        {current !== null && <Button onClick={onRemove}>Remove</Button>}
      </div>
    </div>
  );
}
