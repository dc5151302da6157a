import { ImportPage } from '../../admin/imports/import-page.tsx';
import { loadLatestImport } from '../../admin/imports/use-import.ts';
import { BACK_TO_SETTINGS, createLoadedPage } from '../../admin/ui/loaded-page.tsx';
import { leavesPage } from '../../lib/revalidation.ts';

const { clientLoader, HydrateFallback, Page } = createLoadedPage({
  name: 'imports',
  load: loadLatestImport,
  back: BACK_TO_SETTINGS,
  page: ({ latest }) => <ImportPage latest={latest} />,
});

export { clientLoader, HydrateFallback, leavesPage as shouldRevalidate, Page as default };
