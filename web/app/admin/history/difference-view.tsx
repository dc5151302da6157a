import { Choice } from '../ui/choice.tsx';
import styles from './differences.module.css';

const VIEWS = { text: 'Text', source: 'Source' } as const;

/** As readers see the differences, or in the HTML. */
export type DifferenceView = keyof typeof VIEWS;

type Props = { view: DifferenceView; onView: (view: DifferenceView) => void };

export function DifferenceViewChoice({ view, onView }: Props) {
  return (
    <Choice
      legend="Show the differences in"
      options={VIEWS}
      value={view}
      onChange={onView}
      className={styles.choice}
    />
  );
}
