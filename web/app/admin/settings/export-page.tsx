import { Link } from 'react-router';
import admin from '../ui/admin.module.css';
import { DownloadExport } from './download.tsx';
import styles from './settings.module.css';

export function ExportPage() {
  return (
    <div className={`page ${admin.admin} ${styles.settings}`}>
      <title>Export</title>
      <p className={admin.back}>
        <Link to="/admin/settings">Back to Settings</Link>
      </p>
      <h1>Export</h1>
      <p>
        One zip with everything you have written, in files that any program can read: each post and
        page with all its fields and its HTML, the pictures, old addresses and settings, and one
        JSON file with all of it. Another Longhand blog can import it.
      </p>
      <p>
        It has your drafts, so keep it private. It has no earlier versions, no trash and no
        password: those are in a backup, which you can download in the dashboard.
      </p>
      <DownloadExport />
    </div>
  );
}
