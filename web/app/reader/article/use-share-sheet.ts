import { useEffect, useState } from 'react';

/** The system's own way of sharing, where there is one; known only in the browser. */
export function useShareSheet() {
  const [isThere, setIsThere] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => setIsThere('share' in navigator), []);

  async function open(data: ShareData): Promise<void> {
    setHasFailed(false);
    try {
      await navigator.share(data);
    } catch (error) {
      // Whoever closes the sheet has changed their mind.
      setHasFailed(!(error instanceof DOMException && error.name === 'AbortError'));
    }
  }

  return { isThere, hasFailed, open };
}
