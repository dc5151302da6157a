import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { isPublicPath } from '../../lib/admin-path.ts';
import { whenIdle } from '../../lib/when-idle.ts';
import { useSiteIfKnown } from '../site/site.ts';
import { savesData } from './saves-data.ts';
import { SERVICE_WORKER_PATH } from './service-worker-path.ts';

/** Previews and the links of mails are secret. */
function isKept(path: string): boolean {
  return isPublicPath(path) && !/^\/(preview|newsletter)(\/|$)/.test(path);
}

/** Tells the worker which page is open and what it has loaded: some of it before the worker was there. */
async function keepPage(): Promise<void> {
  const { serviceWorker } = navigator;
  await serviceWorker.register(SERVICE_WORKER_PATH);
  const { active } = await serviceWorker.ready;
  const resources = performance.getEntriesByType('resource').map(({ name }) => name);
  active?.postMessage([location.href, ...resources]);
}

/** Without a connection a link loads a document, of which there may be a copy, and no data. */
function loadDocument(event: MouseEvent): void {
  const isOffline = !navigator.onLine || document.getElementById('saved-copy');
  const link = event.target instanceof Element && event.target.closest('a');
  if (isOffline && link && isKept(link.pathname) && navigator.serviceWorker?.controller)
    event.stopPropagation();
}

/** Registers the service worker on public pages; browsers have none without https. */
export function useOfflineReading(): void {
  const { pathname } = useLocation();
  const isOn = useSiteIfKnown()?.offlineReading && isKept(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is kept
  useEffect(() => {
    if (!isOn || !import.meta.env.PROD || !navigator.serviceWorker || savesData()) return;
    return whenIdle(() => void keepPage().catch(console.warn));
  }, [isOn, pathname]);
  // What the dashboard or a preview has loaded is not for the worker, if a public page follows in the same document.
  useEffect(() => {
    if (isKept(pathname)) return;
    return () => performance.clearResourceTimings();
  }, [pathname]);
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('click', loadDocument, true);
    return () => window.removeEventListener('click', loadDocument, true);
  }, [isOn]);
}
