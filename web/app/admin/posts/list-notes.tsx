import { PlainButton } from '../ui/button.tsx';
import { countOf } from '../words/counts.ts';
import { countPosts } from './bulk/bulk-words.ts';
import type { BodySearch } from './use-body-search.ts';

export function FoundCount({ count, bodies }: { count: number; bodies: BodySearch }) {
  return (
    <p aria-live="polite">
      {countPosts(count)} found{bodies.isSearching && ' so far…'}
    </p>
  );
}

export function FoundInTrash({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    count > 0 && (
      <p aria-live="polite">
        {countOf(count, 'more match', 'more matches')} in the trash.{' '}
        <PlainButton onClick={onShow}>Show</PlainButton>
      </p>
    )
  );
}

export function BodiesFailed({ bodies }: { bodies: BodySearch }) {
  return (
    bodies.failed && (
      <p aria-live="polite">
        Only titles, excerpts and topics were searched: the texts could not be.{' '}
        <PlainButton onClick={bodies.retry}>Try again</PlainButton>
      </p>
    )
  );
}
