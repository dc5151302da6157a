import { useId } from 'react';
import styles from './group-question.module.css';

type Props = {
  readonly count: number;
  readonly onAnswer: (layout: 'gallery' | 'stack') => void;
};

/** The pictures are in the text already, one below the other: writing can go on without an answer. */
export function GroupQuestion({ count, onAnswer }: Props) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to the fields of a form
    <div role="group" aria-labelledby={id} className={styles.question}>
      <p id={id} role="status">
        How should the {count} pictures be shown?
      </p>
      <button type="button" className="button" onClick={() => onAnswer('gallery')}>
        Gallery
      </button>
      <button type="button" className="button" onClick={() => onAnswer('stack')}>
        One below the other
      </button>
    </div>
  );
}
