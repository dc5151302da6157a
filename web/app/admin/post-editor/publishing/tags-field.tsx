import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '../../ui/field.tsx';
import { showInList } from '../../ui/show-in-list.ts';
import { useFloating } from '../../ui/use-floating.ts';
import type { Editor } from '../post-kind.ts';
import { completeTag, suggestTags, typedTag } from './tag-suggestions.ts';
import styles from './tags-field.module.css';
import { useTagsInUse } from './use-tags-in-use.ts';

/** An open list of options; `active` is -1 if none is chosen yet. */
type Menu = { readonly caret: number; readonly active: number };

/** Suggests the tags in use: a text field with a list, as ARIA's combobox pattern has it. */
export function TagsField({ editor }: { editor: Editor }) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const { tags, load } = useTagsInUse();
  const [menu, setMenu] = useState<Menu | null>(null);
  const listId = useId();
  const text = editor.form.tags;
  const options = menu ? suggestTags(tags, text, menu.caret) : [];
  const isOpen = menu !== null && options.length > 0;
  const optionId = (index: number) => `${listId}-${index}`;

  function open(active = -1): void {
    const caret = input.current?.selectionStart;
    if (typeof caret === 'number') setMenu({ caret, active });
  }

  function take(tag: string | undefined): void {
    const field = input.current;
    if (!menu || !field || tag === undefined) return;
    const next = completeTag(text, menu.caret, tag);
    // The selection can be set once the field has the new text.
    flushSync(() => {
      editor.change({ tags: next.text });
      setMenu(null);
    });
    field.setSelectionRange(next.from, next.to);
  }

  /** To the first or last option from the text, and from those back to it. */
  function move(step: 1 | -1): void {
    if (!menu || !isOpen) {
      open();
      return;
    }
    const places = options.length + 1;
    const active = ((menu.active + 1 + step + places) % places) - 1;
    setMenu({ ...menu, active });
  }

  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isOpen && { Escape: () => setMenu(null) }),
    ...(isOpen && menu.active >= 0 && { Enter: () => take(options[menu.active]) }),
  };

  function onKeyDown(event: KeyboardEvent): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
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
        'aria-activedescendant': isOpen && menu.active >= 0 ? optionId(menu.active) : undefined,
        onFocus: load,
        onInput: ({ currentTarget: { value, selectionStart } }) =>
          typedTag(value, selectionStart ?? value.length) === '' ? setMenu(null) : open(),
        // Typing has set the new caret before; otherwise the caret was moved.
        onSelect: ({ currentTarget: { selectionStart } }) =>
          menu && selectionStart !== menu.caret && setMenu(null),
        onKeyDown,
      }}
    >
      {isOpen && (
        <Options
          id={listId}
          field={input}
          options={options}
          active={menu.active}
          optionId={optionId}
          onActive={(active) => setMenu({ ...menu, active })}
          onTake={take}
        />
      )}
    </Field>
  );
}

type OptionsProps = {
  id: string;
  field: React.RefObject<HTMLElement | null>;
  options: readonly string[];
  active: number;
  optionId: (index: number) => string;
  onActive: (index: number) => void;
  onTake: (tag: string) => void;
};

/** The field keeps the focus, and names the active option. */
function Options({ id, field, options, active, optionId, onActive, onTake }: OptionsProps) {
  const ref = useFloating(() => field.current?.getBoundingClientRect() ?? null, 'below');
  const activeOption = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) showInList(activeOption.current);
  }, [active]);
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      className={styles.options}
      onPointerDown={(event) => event.preventDefault()}
    >
      {options.map((tag, index) => (
        // The keys are handled in the field.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={tag}
          ref={index === active ? activeOption : null}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          dir="auto"
          onPointerMove={() => index !== active && onActive(index)}
          onClick={() => onTake(tag)}
        >
          {tag}
        </div>
      ))}
    </div>
  );
}
