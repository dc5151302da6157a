import { Loading } from '../../reader/ui/loading.tsx';

export { ExportPage as default } from '../../admin/settings/export-page.tsx';

/** With a client loader the layout's check of the session runs. */
export function clientLoader() {
  return null;
}

export function HydrateFallback() {
  return <Loading text="Loading..." />;
}
