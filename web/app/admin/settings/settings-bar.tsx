import { useRef } from 'react';
import { Link } from 'react-router';
import { useScrollPadding } from '../ui/use-scroll-padding.ts';
import styles from './settings.module.css';
import { statusOf } from './settings-status.ts';
import type { Settings } from './use-settings.ts';

export function SettingsBar({ settings }: { settings: Settings }) {
  const { failure, isSaving } = settings;
  const bar = useRef<HTMLDivElement>(null);
  useScrollPadding(bar);
  return (
    <div ref={bar} className={styles.bar}>
      {/* Not disabled while it is being saved: the focus stays. */}
      <button type="submit" className="button" aria-disabled={isSaving}>
        {isSaving ? 'Saving...' : 'Save settings'}
      </button>
      <div className={failure ? styles.trouble : undefined}>
        <p role="status">{statusOf(settings)}</p>
        {failure?.reason && <p role="alert">{failure.reason}</p>}
        {failure?.isSessionOver && (
          <Link to="/login?again" target="_blank">
            Log in in another tab
          </Link>
        )}
      </div>
    </div>
  );
}
