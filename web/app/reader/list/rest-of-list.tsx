import { useWords } from '../site/words.tsx';
import { useNearViewport } from '../ui/use-near-viewport.ts';
import type { Filter } from './blog-list.ts';
import { writeFilter } from './blog-list.ts';
import styles from './rest-of-list.module.css';

type Props = {
  filter: Filter;
  /** Browsers without scripts follow a link with it. */
  cursor: string | null;
  /** A change repeats the check whether the end is near. */
  progress: string;
  /** Otherwise more is loaded only when it is asked for: what is below can be reached. */
  automatic: boolean;
  onNear: () => void;
};

/** Loads more posts when scrolled into view, or pressed. */
export function RestOfList({ filter, cursor, progress, automatic, onNear }: Props) {
  const end = useNearViewport<HTMLParagraphElement>(() => automatic && onNear(), progress);
  const search = writeFilter(filter);
  const words = useWords();
  if (cursor !== null) search.set('cursor', cursor);
  return (
    <p ref={end} className={styles.rest} lang={words.lang}>
      <a
        className="button"
        href={`/blog?${search}`}
        onClick={(event) => {
          event.preventDefault();
          onNear();
        }}
      >
        {words.text('list.older')}
      </a>
    </p>
  );
}
