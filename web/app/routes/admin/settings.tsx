import { adminApi } from '../../admin/api/admin-api.ts';
import { SettingsPage } from '../../admin/settings/settings-page.tsx';
import { createLoadedPage } from '../../admin/ui/loaded-page.tsx';
import { leavesPage } from '../../lib/revalidation.ts';

const { clientLoader, HydrateFallback, Page } = createLoadedPage({
  name: 'settings',
  load: adminApi.readSettings,
  page: (settings) => <SettingsPage loaded={settings} />,
});

export { clientLoader, HydrateFallback, leavesPage as shouldRevalidate, Page as default };
