import { useLoaderData } from 'react-router';
import { ImportPage } from '../../admin/imports/import-page.tsx';
import { loadLatestImport } from '../../admin/imports/load-latest-import.ts';
import { NotLoaded, WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';

const load = () => withFallback(loadLatestImport(), null);

export function clientLoader() {
  return { loaded: load() };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading imports..." />;
}

const BACK = { to: '/admin/settings', label: 'Back to Settings' };

export default function ImportRoute() {
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const [loaded, attempt, reload] = useReload(first, load);
  return (
    <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
      {(found) =>
        found ? (
          <ImportPage latest={found.latest} />
        ) : (
          <NotLoaded title="The imports could not be loaded" onRetry={reload} back={BACK} />
        )
      }
    </WhenLoaded>
  );
}
