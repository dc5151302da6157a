import { useId } from 'react';
import { HiddenTitle } from './hidden-title.tsx';
import styles from './row-menu.module.css';

type Props = {
  title: string;
  busy: boolean;
  actions: readonly (readonly [label: string, run: () => void])[];
};

/** The actions of a row that are not needed every day. The browser closes it by Escape or a press elsewhere. */
export function RowMenu({ title, busy, actions }: Props) {
  const id = useId();
  return (
    <>
      <button type="button" popoverTarget={id}>
        More
        <span aria-hidden="true" className={styles.mark} />
        <span className="visually-hidden"> actions</span>
        <HiddenTitle title={title} />
      </button>
      <div id={id} popover="auto" className={styles.menu}>
        {actions.map(([label, run]) => (
          <button
            key={label}
            type="button"
            popoverTarget={id}
            popoverTargetAction="hide"
            aria-disabled={busy}
            onClick={run}
          >
            {label}
            <HiddenTitle title={title} />
          </button>
        ))}
      </div>
    </>
  );
}
