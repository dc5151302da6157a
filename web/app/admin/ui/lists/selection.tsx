import { useEffect, useRef, useState } from 'react';
import styles from './selection.module.css';

type Selectable = { readonly id: string };

const NONE: ReadonlySet<string> = new Set();

/** The selection survives while the list shows other entries. */
export function useSelectedIds() {
  const [ids, setIds] = useState(NONE);
  return {
    ids,
    clear: () => setIds(NONE),
    select(entries: readonly Selectable[], isSelected: boolean) {
      const changed = new Set(entries.map(({ id }) => id));
      setIds((now) => (isSelected ? now.union(changed) : now.difference(changed)));
    },
  };
}

export type SelectedIds = ReturnType<typeof useSelectedIds>;

/** Only entries that the list shows count as selected. */
export function selectionOf<Entry extends Selectable>(
  selectable: readonly Entry[],
  { ids, select }: SelectedIds,
) {
  return { selectable, selected: selectable.filter(({ id }) => ids.has(id)), ids, select };
}

type Selection<Entry extends Selectable> = ReturnType<typeof selectionOf<Entry>>;

type SelectAllProps<Entry extends Selectable> = { selection: Selection<Entry> };

export function SelectAll<Entry extends Selectable>({ selection }: SelectAllProps<Entry>) {
  const { selectable, selected, select } = selection;
  const isAll = selected.length > 0 && selected.length === selectable.length;
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected.length > 0 && !isAll;
  });
  return (
    <label className={styles.box}>
      <input
        ref={box}
        type="checkbox"
        aria-label="Select all posts shown"
        checked={isAll}
        onChange={() => select(selectable, !isAll)}
      />
    </label>
  );
}

type SelectOneProps = {
  title: string;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
};

export function SelectOne({ title, isSelected, onSelect }: SelectOneProps) {
  return (
    <label className={styles.box}>
      <input
        type="checkbox"
        aria-label={`Select “${title}”`}
        checked={isSelected}
        onChange={(event) => onSelect(event.target.checked)}
      />
    </label>
  );
}
