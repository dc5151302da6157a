import type { Filter } from '../lib/blog-list.ts';
import { writeFilter } from '../lib/blog-list.ts';
import { useNear } from '../lib/use-near.ts';
import styles from './rest-of-list.module.css';

type Props = {
  filter: Filter;
  /** Where the rest begins, for those whose browser runs no scripts. */
  cursor: string | null;
  /** What has changed when it is time to look again whether the end is near. */
  progress: string;
  onNear: () => void;
};

/** The end of what is shown of a list: more comes by itself as one gets there. */
export function RestOfList({ filter, cursor, progress, onNear }: Props) {
  const end = useNear<HTMLParagraphElement>(onNear, progress);
  const search = writeFilter(filter);
  if (cursor !== null) search.set('cursor', cursor);
  return (
    <p ref={end} className={styles.rest}>
      <a
        className="button"
        href={`/blog?${search}`}
        onClick={(event) => {
          event.preventDefault();
          onNear();
        }}
      >
        Older posts
      </a>
    </p>
  );
}
