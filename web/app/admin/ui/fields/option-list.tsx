import { type Key, type ReactNode, type Ref, useEffect, useRef } from 'react';

export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Goes round through all options and the text field, which is -1. */
export function moveActive(active: number, step: 1 | -1, count: number): number {
  const places = count + 1;
  return ((active + 1 + step + places) % places) - 1;
}

/** Unlike scrollIntoView, this never scrolls the page. */
function showInList(option: HTMLElement | null): void {
  const list = option?.parentElement;
  if (!option || !list) return;
  const { offsetTop: top, offsetHeight: height } = option;
  if (top < list.scrollTop) list.scrollTop = top;
  else if (top + height > list.scrollTop + list.clientHeight)
    list.scrollTop = top + height - list.clientHeight;
}

type Props<Option> = {
  ref?: Ref<HTMLDivElement>;
  id: string;
  label: string;
  className: string | undefined;
  /** A popover is over everything else, so that it moves nothing. */
  popover?: 'manual';
  options: readonly Option[];
  /** -1 while no option is active. */
  active: number;
  keyOf: (option: Option) => Key;
  children: (option: Option) => ReactNode;
  onActive: (index: number) => void;
  onTake: (option: Option) => void;
};

/** The combobox keeps the focus, handles the keys, and names the active option. */
export function OptionList<Option>(props: Props<Option>) {
  const { ref, id, label, className, popover, options, active, keyOf, children } = props;
  const { onActive, onTake } = props;
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
      popover={popover}
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
