import { useLoaderData } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { SettingsPage } from '../../admin/settings/settings-page.tsx';
import { NotLoaded, WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { useReload } from '../../lib/use-reload.ts';
import { Loading } from '../../reader/ui/loading.tsx';

const load = () => withFallback(adminApi.readSettings(), null);

export function clientLoader() {
  return { loaded: load() };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading settings..." />;
}

export default function SettingsRoute() {
  const { loaded: first } = useLoaderData<typeof clientLoader>();
  const [loaded, attempt, reload] = useReload(first, load);
  return (
    <WhenLoaded key={attempt} loaded={loaded} fallback={<HydrateFallback />}>
      {(settings) =>
        settings ? (
          <SettingsPage loaded={settings} />
        ) : (
          <NotLoaded title="The settings could not be loaded" onRetry={reload} />
        )
      }
    </WhenLoaded>
  );
}
