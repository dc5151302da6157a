import { useLoaderData } from 'react-router';
import { SettingsPage } from '../../components/admin/settings-page.tsx';
import { NotLoaded, WhenLoaded } from '../../components/admin/when-loaded.tsx';
import { Loading } from '../../components/loading.tsx';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { withFallback } from '../../lib/admin/with-fallback.ts';
import { leavesPage } from '../../lib/revalidation.ts';

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
