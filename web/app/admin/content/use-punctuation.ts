import { useEffect, useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';

/** The site's language if its signs are to replace those that are typed; null until that is known. */
export function usePunctuation(isWanted: boolean): string | null {
  const { language } = useSite();
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    adminApi.readSettingsQuietly(stop.signal).then(
      ({ smart_punctuation }) => setOn(smart_punctuation),
      (error) => !stop.signal.aborted && console.warn(error),
    );
    return () => stop.abort();
  }, [isWanted]);
  return isOn ? language : null;
}
