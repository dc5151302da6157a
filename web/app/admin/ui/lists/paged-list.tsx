import {
  type ComponentProps,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { ListPart } from '../../api/request.ts';
import { logFailure } from '../alerts.ts';
import { PlainButton } from '../button.tsx';
import { useDebouncedValue } from '../use-debounced-value.ts';
import { useOneAtATime } from '../use-one-at-a-time.ts';
import type { ListMessage } from './list-message.tsx';
import styles from './table.module.css';

const TYPING_MS = 200;

type Options<Query, Part> = {
  readonly first: Part;
  readonly initial: Query;
  /** `next` is the path of the next part; null asks for the first one. */
  readonly load: (query: Query, next: string | null, signal?: AbortSignal) => Promise<Part>;
  readonly moreFailure: string;
};

/** Loads when typing pauses, again on demand, and the next part on "Show more". */
export function usePagedList<Entry, Query, Part extends ListPart<Entry>>({
  first,
  initial,
  load,
  moreFailure,
}: Options<Query, Part & ListPart<Entry>>) {
  const [part, setPart] = useState(first);
  const [query, setQuery] = useState(initial);
  const [hasFailed, setFailed] = useState(false);
  const [reloads, setReloads] = useState(0);
  const [message, setMessage] = useState<ListMessage>({ text: '' });
  const { run, isBusy } = useOneAtATime();
  const settled = useDebouncedValue(query, TYPING_MS);
  const wanted = `${reloads} ${JSON.stringify(settled)}`;
  const shown = useRef(wanted);
  const search = useEffectEvent((signal: AbortSignal) => load(settled, null, signal));
  useEffect(() => {
    if (shown.current === wanted) return;
    const stop = new AbortController();
    search(stop.signal).then(
      (found) => {
        if (stop.signal.aborted) return;
        shown.current = wanted;
        setFailed(false);
        setPart(found);
      },
      (error) => {
        if (stop.signal.aborted) return;
        logFailure(error);
        setFailed(true);
      },
    );
    return () => stop.abort();
  }, [wanted]);

  return {
    part,
    entries: part.entries,
    hasMore: part.next !== null,
    setPart,
    setEntries: (change: (entries: Entry[]) => Entry[]) =>
      setPart((now) => ({ ...now, entries: change(now.entries) })),
    query,
    setQuery,
    hasFailed,
    readAgain: () => setReloads((count) => count + 1),
    run,
    isBusy,
    message,
    say: setMessage,
    showMore(): void {
      void run(moreFailure, async () => {
        const more = await load(query, part.next);
        setPart((now) => {
          // Another search may be shown by now.
          if (now.next !== part.next) return now;
          return { ...more, entries: [...now.entries, ...more.entries] };
        });
      });
    },
  };
}

type MoreProps = {
  list: { readonly hasMore: boolean; readonly isBusy: boolean; readonly showMore: () => void };
  className?: string | undefined;
};

export function ShowMore({ list, className }: MoreProps) {
  return (
    list.hasMore && (
      <p className={className}>
        <PlainButton aria-disabled={list.isBusy} onClick={list.showMore}>
          Show more
        </PlainButton>
      </p>
    )
  );
}

type TableProps = ComponentProps<'table'> & {
  /** Names, or heads of their own. Another column for actions follows. */
  columns: readonly ReactNode[];
  actionsClass?: string | undefined;
};

/** `children` are the bodies. */
export function ListTable({ columns, actionsClass, className, children, ...table }: TableProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: with the phone layout the table loses its implicit roles
    <table {...table} className={`${styles.table} ${className ?? ''}`} role="table">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map((column) =>
            typeof column === 'string' ? (
              <th key={column} scope="col" role="columnheader" className={styles.name}>
                {column}
              </th>
            ) : (
              column
            ),
          )}
          <th scope="col" role="columnheader" className={actionsClass}>
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      {children}
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  );
}
