import { useId } from 'react';
import { Notice } from '../notice.tsx';

type Props = {
  readonly count: number;
  readonly onShown: () => void;
  readonly onAnswer: (layout: 'gallery' | 'stack') => void;
};

/** The pictures are in the text already, one below the other: writing can go on without an answer. */
export function GroupQuestion({ count, onShown, onAnswer }: Props) {
  const id = useId();
  return (
    <Notice labelledBy={id} onShown={onShown}>
      <p id={id} role="status">
        How should the {count} pictures be shown?
      </p>
      <button type="button" className="button" onClick={() => onAnswer('gallery')}>
        Gallery
      </button>
      <button type="button" className="button" onClick={() => onAnswer('stack')}>
        One below the other
      </button>
    </Notice>
  );
}
