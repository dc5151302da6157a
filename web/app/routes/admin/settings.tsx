import type { SiteSettings } from '@longhand/contract/site-settings';
import { Suspense } from 'react';
import { Await, useLoaderData } from 'react-router';
import { SettingsPage } from '../../components/admin/settings-page.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { adminApi } from '../../lib/admin/admin-api.ts';
import { LOAD_FAILED } from '../../lib/admin/alerts.ts';
import { SessionOverError } from '../../lib/admin/api/request.ts';
import { dashboardAddress } from '../../lib/admin/dashboard-address.ts';
import { leavesPage } from '../../lib/revalidation.ts';

/** Null if they could not be loaded. */
async function load(): Promise<SiteSettings | null> {
  try {
    return await adminApi.readSettings();
  } catch (error) {
    if (error instanceof SessionOverError) throw error;
    console.error(error);
    return null;
  }
}

export function clientLoader() {
  return { loaded: load() };
}

export const shouldRevalidate = leavesPage;

export function HydrateFallback() {
  return <Loading text="Loading settings..." />;
}

export default function SettingsRoute() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  return (
    <Suspense fallback={<HydrateFallback />}>
      <Await resolve={loaded} errorElement={<HydrateFallback />}>
        {(settings) => (settings ? <SettingsPage loaded={settings} /> : <NotLoaded />)}
      </Await>
    </Suspense>
  );
}

function NotLoaded() {
  return (
    <Message
      title="The settings could not be loaded"
      text={LOAD_FAILED.text}
      back={{ to: dashboardAddress(), label: '← Back to Dashboard' }}
    />
  );
}
