import { type Key, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { showInList } from './show-in-list.ts';

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** To the first or last option from the text, and from those back to it, which is -1. */
export function moveActive(active: number, step: 1 | -1, count: number): number {
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
}

type Props<Option> = {
  ref?: Ref<HTMLDivElement>;
  id: string;
  label: string;
  className: string | undefined;
  options: readonly Option[];
  /** -1 if none is chosen yet. */
  active: number;
  keyOf: (option: Option) => Key;
  children: (option: Option) => ReactNode;
  onActive: (index: number) => void;
  onTake: (option: Option) => void;
};

/** The options of a combobox. Its field keeps the focus, handles the keys, and names the active option. */
export function OptionList<Option>(props: Props<Option>) {
  const { ref, id, label, className, options, active, keyOf, children, onActive, onTake } = props;
  const activeOption = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) showInList(activeOption.current);
  }, [active]);
  return (
    <div
      ref={ref}
      id={id}
      role="listbox"
      aria-label={label}
      tabIndex={-1}
      className={className}
      onPointerDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled in the field
        <div
          key={keyOf(option)}
          ref={index === active ? activeOption : null}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          dir="auto"
          onPointerMove={() => index !== active && onActive(index)}
          onClick={() => onTake(option)}
        >
          {children(option)}
        </div>
      ))}
    </div>
  );
}
