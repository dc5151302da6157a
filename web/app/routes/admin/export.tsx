import { Download } from '../../admin/settings/download.tsx';
import styles from '../../admin/settings/settings.module.css';
import admin from '../../admin/ui/admin.module.css';
import { ABOUT_EXPORT, NOT_IN_EXPORT } from '../../admin/words/settings.ts';
import { Loading } from '../../reader/ui/loading.tsx';

/** With a client loader the layout's check of the session runs. */
export function clientLoader() {
  return null;
}

export function HydrateFallback() {
  return <Loading text="Loading..." />;
}

export default function ExportPage() {
  return (
    <div className={`page ${admin.admin} ${styles.settings}`}>
      <title>Export</title>
      <h1>Export</h1>
      <p>{ABOUT_EXPORT}</p>
      <p>{NOT_IN_EXPORT}</p>
      <Download what="export" />
    </div>
  );
}
