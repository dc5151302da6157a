import { useLoaderData } from 'react-router';
import { adminApi } from '../../admin/api/admin-api.ts';
import { SettingsPage } from '../../admin/settings/settings-page.tsx';
import { NotLoaded, WhenLoaded } from '../../admin/ui/when-loaded.tsx';
import { withFallback } from '../../admin/ui/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';
import { Loading } from '../../reader/ui/loading.tsx';

export function clientLoader() {
  return { loaded: withFallback(adminApi.readSettings(), null) };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading settings..." />;
}

export default function SettingsRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  return (
    <WhenLoaded loaded={loaded} fallback={<HydrateFallback />}>
      {(settings) =>
        settings ? (
          <SettingsPage loaded={settings} />
        ) : (
          <NotLoaded title="The settings could not be loaded" />
        )
      }
    </WhenLoaded>
  );
}
