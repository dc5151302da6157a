import { useRouteLoaderData } from 'react-router';
import type { RootData } from '../../reader/site/site.ts';
import { useLatestSite } from '../../reader/site/site-store.ts';

export function useCountsViews(): boolean {
  const latest = useLatestSite();
  const root = useRouteLoaderData<RootData>('root');
  if (latest) return latest.statistics;
  // A public page says so in a few bytes.
  return root?.countsViews ?? document.querySelector('script[data-late=views]') !== null;
}
