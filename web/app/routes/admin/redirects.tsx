import { adminApi } from '../../admin/api/admin-api.ts';
import { RedirectsPage } from '../../admin/redirects/redirects-page.tsx';
import { BACK_TO_SETTINGS, createLoadedPage } from '../../admin/ui/loaded-page.tsx';
import { leavesPage } from '../../lib/revalidation.ts';

const { clientLoader, HydrateFallback, Page } = createLoadedPage({
  name: 'redirects',
  load: () => adminApi.listRedirects('', null),
  back: BACK_TO_SETTINGS,
  page: (first) => <RedirectsPage first={first} />,
});

export { clientLoader, HydrateFallback, leavesPage as shouldRevalidate, Page as default };
