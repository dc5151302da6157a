import { useEffect, useEffectEvent, useState } from 'react';
import { logFailure } from '../alerts.ts';
import { useDebouncedValue } from '../use-debounced-value.ts';

const PAUSE_MS = 200;

type Search<Option> = (query: string, signal: AbortSignal) => Promise<readonly Option[]>;

/** Searches when typing pauses, and shows the last result until there is a new one. */
export function useOptionSearch<Option>(
  query: string,
  search: Search<Option>,
): readonly Option[] | 'failed' | null {
  const wanted = useDebouncedValue(query, PAUSE_MS);
  const [result, setResult] = useState<readonly Option[] | 'failed' | null>(null);
  const find = useEffectEvent(search);

  useEffect(() => {
    if (wanted === '') return;
    const stop = new AbortController();
    find(wanted, stop.signal).then(
      (options) => !stop.signal.aborted && setResult(options),
      (error) => {
        if (stop.signal.aborted) return;
        logFailure(error);
        setResult('failed');
      },
    );
    return () => stop.abort();
  }, [wanted]);

  return query === '' ? null : result;
}
