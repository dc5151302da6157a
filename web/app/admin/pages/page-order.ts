import { MAX_POSITION, PLACEMENTS } from '@longhand/contract/pages/page-addresses';
import type { Page } from '@longhand/contract/pages/pages';

type Placed = Pick<Page, 'id' | 'placement' | 'position'>;

/** Header, then footer, then the others, as readers see them. */
export function inPageOrder<Entry extends Placed>(pages: readonly Entry[]): Entry[] {
  const place = ({ placement }: Entry) => PLACEMENTS.indexOf(placement);
  return pages.toSorted((a, b) => place(a) - place(b) || a.position - b.position);
}

export type Direction = 'up' | 'down';

function groupOf<Entry extends Placed>(pages: readonly Entry[], { placement }: Entry): Entry[] {
  return inPageOrder(pages).filter((page) => page.placement === placement);
}

export function canMove<Entry extends Placed>(
  pages: readonly Entry[],
  page: Entry,
  direction: Direction,
): boolean {
  if (page.placement === 'none') return false;
  const group = groupOf(pages, page);
  const index = group.findIndex(({ id }) => id === page.id);
  return direction === 'up' ? index > 0 : index < group.length - 1;
}

/** Increasing, and unchanged where possible. */
function freePositions(group: readonly Placed[]): number[] {
  const now = group.map(({ position }) => position);
  const isIncreasing = now.every((position, index) => position > (now[index - 1] ?? -1));
  if (isIncreasing) return now;
  const first = Math.min(now[0] ?? 0, MAX_POSITION - now.length);
  return now.map((_, index) => first + index);
}

export function movedPositions<Entry extends Placed>(
  pages: readonly Entry[],
  page: Entry,
  direction: Direction,
): ReadonlyMap<string, number> {
  if (!canMove(pages, page, direction)) return new Map();
  const group = groupOf(pages, page);
  const positions = freePositions(group);
  const index = group.findIndex(({ id }) => id === page.id);
  const other = direction === 'up' ? index - 1 : index + 1;
  const moved = group.map((entry, at) => {
    if (at === index) return group[other] ?? entry;
    return at === other ? page : entry;
  });
  const changes = moved.map((entry, at) => [entry, positions[at] ?? at] as const);
  return new Map(
    changes
      .filter(([entry, position]) => entry.position !== position)
      .map(([{ id }, position]) => [id, position]),
  );
}
