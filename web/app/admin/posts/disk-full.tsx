import type { DiskSpace, RemovableFilesName } from '@longhand/contract/disk-space';
import { useRef, useState } from 'react';
import { adminApi } from '../api/admin-api.ts';
import admin from '../ui/admin.module.css';
import { DISK_ALERTS } from '../ui/alerts.ts';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import styles from './problems.module.css';

const REMOVABLE = {
  'old-backups': {
    what: 'of older backups on this server; the newest stays.',
    action: 'Delete older backups',
    question: 'Are you sure you want to delete all backups on the server but the newest?',
  },
  'resized-pictures': {
    what: 'of pictures in smaller sizes, which are made again when a reader needs them.',
    action: 'Delete smaller sizes',
    question: undefined,
  },
} satisfies Record<RemovableFilesName, object>;

const NOTHING =
  'There is nothing that could be deleted without loss. Free space on the server, or give it a larger disk.';

function inMegabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Nothing can be saved, but there may be something to delete. */
export function DiskFull({ space }: { space: DiskSpace }) {
  const [{ status, removable }, setSpace] = useState(space);
  const { run, isBusy } = useOneAtATime();
  const heading = useRef<HTMLHeadingElement>(null);

  function remove(name: RemovableFilesName): void {
    const { question } = REMOVABLE[name];
    if (question && !window.confirm(question)) return;
    run(DISK_ALERTS.remove, async () => {
      setSpace(await adminApi.deleteRemovableFiles(name));
      // The button is gone.
      heading.current?.focus();
    });
  }

  if (space.status === 'ok') return null;
  return (
    <section className={styles.problems} aria-labelledby="disk-full">
      <h2 id="disk-full" tabIndex={-1} ref={heading}>
        {status === 'full' ? 'The server’s disk is full' : 'The server’s disk has space again'}
      </h2>
      {status === 'full' && (
        <p>Nothing new can be saved until there is space. Deleting works, from a small reserve.</p>
      )}
      {removable.map(({ name, bytes }) => (
        <p key={name}>
          {inMegabytes(bytes)} {REMOVABLE[name].what}{' '}
          <button
            type="button"
            className={admin.plain}
            aria-disabled={isBusy}
            onClick={() => remove(name)}
          >
            {REMOVABLE[name].action}
          </button>
        </p>
      ))}
      {status === 'full' && removable.length === 0 && <p>{NOTHING}</p>}
      {status === 'full' && (
        <p>A post that is deleted for good, in the trash, leaves its space to other texts.</p>
      )}
    </section>
  );
}
