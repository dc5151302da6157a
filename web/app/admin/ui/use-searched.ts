import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { logFailure } from './alerts.ts';
import { useDebouncedValue } from './use-debounced-value.ts';

const TYPING_MS = 200;

type Search<Query, Part> = {
  /** What the initial query has found. */
  readonly first: Part;
  readonly initial: Query;
  readonly load: (query: Query, signal: AbortSignal) => Promise<Part>;
};

/** What the server finds: when typing pauses, and again on demand. */
export function useSearched<Query, Part>({ first, initial, load }: Search<Query, Part>) {
  const [part, setPart] = useState(first);
  const [query, setQuery] = useState(initial);
  const [hasFailed, setFailed] = useState(false);
  /** Grows when what is shown has to be read again. */
  const [reading, setReading] = useState(0);
  const settled = useDebouncedValue(query, TYPING_MS);
  const wanted = `${reading} ${JSON.stringify(settled)}`;
  const shown = useRef(wanted);
  const search = useEffectEvent((signal: AbortSignal) => load(settled, signal));
  useEffect(() => {
    if (shown.current === wanted) return;
    const stop = new AbortController();
    search(stop.signal).then(
      (found) => {
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
  const readAgain = () => setReading((count) => count + 1);
  return { part, setPart, query, setQuery, hasFailed, readAgain };
}
