import admin from '../ui/admin.module.css';
import { countPosts } from './bulk-words.ts';
import type { BodySearch } from './use-body-search.ts';

/** How many posts a search has found. */
export function FoundCount({ count, bodies }: { count: number; bodies: BodySearch }) {
  return (
    <p aria-live="polite">
      {countPosts(count)} found{bodies.isSearching && ' so far…'}
    </p>
  );
}

export function FoundInTrash({ count, onShow }: { count: number; onShow: () => void }) {
  const isOne = count === 1;
  return (
    count > 0 && (
      <p aria-live="polite">
        {countPosts(count)} in the trash {isOne ? 'matches' : 'match'}, too.{' '}
        <button type="button" className={admin.plain} onClick={onShow}>
          Show {isOne ? 'it' : 'them'}
        </button>
      </p>
    )
  );
}

export function BodiesFailed({ bodies }: { bodies: BodySearch }) {
  return (
    bodies.failed && (
      <p aria-live="polite">
        Only titles, excerpts and topics were searched: the texts could not be.{' '}
        <button type="button" className={admin.plain} onClick={bodies.retry}>
          Try again
        </button>
      </p>
    )
  );
}
