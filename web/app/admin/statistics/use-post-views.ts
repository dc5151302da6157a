import { useEffect, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import { logFailure } from '../ui/alerts.ts';
import { useCountsViews } from './use-counts-views.ts';

/** The views of each post since it was published. Nothing is asked while statistics are switched off. */
export function usePostViews() {
  const isOn = useCountsViews();
  const [counts, setCounts] = useState<ReadonlyMap<string, number>>();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isOn || hasFailed) return;
    const stop = new AbortController();
    adminApi.countPostViews(stop.signal).then(
      ({ posts }) => setCounts(new Map(posts.map(({ id, views }) => [id, views]))),
      (error) => {
        if (stop.signal.aborted) return;
        logFailure(error);
        setFailed(true);
      },
    );
    return () => stop.abort();
  }, [isOn, hasFailed]);
  return {
    isOn,
    /** Undefined until they are known. */
    counts: isOn ? counts : undefined,
    hasFailed: isOn && hasFailed,
    retry: () => setFailed(false),
  };
}
