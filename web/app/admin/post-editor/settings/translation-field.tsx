import { fieldOf } from '@longhand/contract/posts/post-fields';
import type { AdminPostSummary } from '@longhand/contract/posts/posts';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { adminApi } from '../../api/admin-api.ts';
import { bestMatches, postNote } from '../../content/links/link-options.ts';
import { usePostTitle } from '../../history/use-post-title.ts';
import { shownTitle } from '../../post-form/shown-value.ts';
import fieldStyles from '../../ui/fields/field.module.css';
import { FieldNotes } from '../../ui/fields/field-notes.tsx';
import { moveActive, OptionList, optionId } from '../../ui/fields/option-list.tsx';
import { useOptionSearch } from '../../ui/fields/use-option-search.ts';
import { useFloating } from '../../ui/floating/use-floating.ts';
import type { Editor } from '../post-kind.ts';
import styles from './tags-field.module.css';

const NAME = 'translation_of';
const HINT =
  'Optional. Choose this post’s version in another language. Each will link to the other.';

function usePosts(typed: string | null, ownId: string | undefined) {
  const query = typed?.trim() ?? '';
  return useOptionSearch(query, async (text, signal) => {
    const posts = await adminApi.searchPosts(text, signal, true);
    return bestMatches(
      posts.filter(({ id }) => id !== ownId),
      text,
    );
  });
}

function messageOf(found: ReturnType<typeof usePosts>): string {
  if (found === 'failed') return 'The posts could not be searched. Try again in a moment.';
  return found?.length === 0 ? 'No other post found.' : '';
}

/** Follows ARIA's combobox pattern. */
export function TranslationField({ editor }: { editor: Editor }) {
  const id = useId();
  const listId = `${id}-options`;
  const input = useRef<HTMLInputElement>(null);
  /** Null while the title of the chosen post is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(-1);
  const { title, remember } = usePostTitle(editor.form[NAME]);
  const found = usePosts(typed, editor.baseline.document?.id);
  const options = found === null || found === 'failed' ? [] : found;
  const isOpen = options.length > 0;
  const message = messageOf(found);
  const errors = editor.errors[NAME];
  const list = useFloating(() => input.current?.getBoundingClientRect() ?? null, 'below');

  function type(text: string): void {
    setTyped(text);
    setActive(-1);
    if (text.trim() === '') editor.change({ [NAME]: '' });
  }

  function take(post: AdminPostSummary | undefined): void {
    if (!post) return;
    remember(post);
    setTyped(null);
    editor.change({ [NAME]: post.id });
  }

  const keys: Readonly<Record<string, (() => void) | false>> = {
    ArrowDown: isOpen && (() => setActive(moveActive(active, 1, options.length))),
    ArrowUp: isOpen && (() => setActive(moveActive(active, -1, options.length))),
    Escape: isOpen && (() => setTyped(null)),
    Enter: isOpen && active >= 0 && (() => take(options[active])),
  };

  function onKeyDown(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
    const action = Object.hasOwn(keys, key) && keys[key];
    if (!action || nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    action();
  }

  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id}>{fieldOf(NAME).label}</label>
      <input
        ref={input}
        id={id}
        data-field={NAME}
        type="text"
        className="field"
        dir="auto"
        value={typed ?? title}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? optionId(listId, active) : undefined}
        aria-invalid={errors ? true : undefined}
        aria-describedby={`${id}-notes`}
        onChange={(event) => type(event.target.value)}
        // Text without a choice names no post.
        onBlur={() => setTyped(null)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <OptionList
          ref={list}
          id={listId}
          label="Posts"
          className={styles.options}
          popover="manual"
          options={options}
          active={active}
          keyOf={(post) => post.id}
          onActive={setActive}
          onTake={take}
        >
          {(post) => [shownTitle(post.title), postNote(post)].filter(Boolean).join(' · ')}
        </OptionList>
      )}
      <p role="status" className="visually-hidden">
        {message}
      </p>
      {message && (
        <div
          ref={list}
          popover="manual"
          aria-hidden="true"
          className={`${styles.options} ${styles.message}`}
        >
          {message}
        </div>
      )}
      <FieldNotes id={id} hint={HINT} errors={errors} />
    </div>
  );
}
