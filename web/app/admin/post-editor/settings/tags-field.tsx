import type { TagCount } from '@longhand/contract/posts/tags';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { adminApi } from '../../api/admin-api.ts';
import { Field } from '../../ui/fields/field.tsx';
import { moveActive, OptionList, optionId } from '../../ui/fields/option-list.tsx';
import { useFloating } from '../../ui/floating/use-floating.ts';
import type { Editor } from '../post-kind.ts';
import { completeTag, isAfterComma, suggestTags, typedTag } from './tag-suggestions.ts';
import styles from './tags-field.module.css';

/** The tags are empty until `load` was called, and if it fails. */
function useTagsInUse(): { tags: readonly TagCount[]; load: () => void } {
  const [tags, setTags] = useState<readonly TagCount[]>([]);
  const requested = useRef(false);
  function load(): void {
    if (requested.current) return;
    requested.current = true;
    adminApi.listTags().then(setTags, () => {
      // The next focus tries again.
      requested.current = false;
    });
  }
  return { tags, load };
}

/** `active` is -1 while no option is active. */
type Menu = { readonly caret: number; readonly active: number };

/** Follows ARIA's combobox pattern. */
export function TagsField({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { tags, load } = useTagsInUse();
  const [menu, setMenu] = useState<Menu | null>(null);
  const listId = useId();
  const text = editor.form.tags;
  const options = menu ? suggestTags(tags, text, menu.caret) : [];
  const isOpen = menu !== null && options.length > 0;
  const list = useFloating(() => input.current?.getBoundingClientRect() ?? null, 'below');

  function open(active = -1): void {
    const caret = input.current?.selectionStart;
    if (typeof caret === 'number') setMenu({ caret, active });
  }

  function take(tag: string | undefined): void {
    const field = input.current;
    if (!menu || !field || tag === undefined) return;
    const next = completeTag(text, menu.caret, tag);
    // The selection can only be set once the field has the new text.
    flushSync(() => {
      editor.change({ tags: next.text });
      setMenu(null);
    });
    field.setSelectionRange(next.from, next.to);
  }

  function move(step: 1 | -1): void {
    if (!menu || !isOpen) {
      open();
      return;
    }
    setMenu({ ...menu, active: moveActive(menu.active, step, options.length) });
  }

  const isNextTag = () => isAfterComma(text, input.current?.selectionStart ?? 0);

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isOpen && { Escape: () => setMenu(null) }),
    ...(isOpen && menu.active >= 0 && { Enter: () => take(options[menu.active]) }),
  };

  function onKeyDown(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
    // A completed tag already ends with a comma, but many people type one.
    if (key === ',' && isNextTag()) event.preventDefault();
    const action = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (!action || nativeEvent.isComposing || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    action();
  }

  return (
    <Field
      ref={input}
      editor={editor}
      name="tags"
      hint="Comma separated"
      onLeave={() => setMenu(null)}
      combobox={{
        role: 'combobox',
        autoComplete: 'off',
        'aria-autocomplete': 'list',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? listId : undefined,
        'aria-activedescendant':
          isOpen && menu.active >= 0 ? optionId(listId, menu.active) : undefined,
        onFocus: load,
        onInput: ({ currentTarget: { value, selectionStart } }) =>
          typedTag(value, selectionStart ?? value.length) === '' ? setMenu(null) : open(),
        // Typing has set the new caret before; a different one means that the caret was moved.
        onSelect: ({ currentTarget: { selectionStart } }) =>
          menu && selectionStart !== menu.caret && setMenu(null),
        onKeyDown,
      }}
    >
      {isOpen && (
        <OptionList
          ref={list}
          id={listId}
          label="Suggestions"
          className={styles.options}
          popover="manual"
          options={options}
          active={menu.active}
          keyOf={(tag) => tag}
          onActive={(active) => setMenu({ ...menu, active })}
          onTake={take}
        >
          {(tag) => tag}
        </OptionList>
      )}
    </Field>
  );
}
