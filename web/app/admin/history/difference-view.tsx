import admin from '../ui/admin.module.css';
import styles from './differences.module.css';

/** In the order of their buttons. */
const VIEWS = { text: 'Text', source: 'Source' } as const;

/** As readers see the differences, or in the HTML. */
export type DifferenceView = keyof typeof VIEWS;

type Props = { view: DifferenceView; onView: (view: DifferenceView) => void };

export function DifferenceViewChoice({ view, onView }: Props) {
  return (
    <fieldset className={`${admin.toggles} ${styles.choice}`}>
      <legend className="visually-hidden">Show the differences in</legend>
      {(Object.keys(VIEWS) as DifferenceView[]).map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={view === option}
          onClick={() => onView(option)}
        >
          {VIEWS[option]}
        </button>
      ))}
    </fieldset>
  );
}
