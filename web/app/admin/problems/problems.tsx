import type { AutomaticBackups, DiskSpace, RemovableFilesName } from '@longhand/contract/storage';
import { useRef, useState } from 'react';
import { useSite } from '../../reader/site/site.ts';
import { adminApi } from '../api/admin-api.ts';
import { DISK_ALERTS } from '../ui/alerts.ts';
import { PlainButton } from '../ui/button.tsx';
import { useOneAtATime } from '../ui/use-one-at-a-time.ts';
import { DISK_FULL, REMOVABLE, USE_DOWNLOAD } from '../words/problems.ts';
import { timeOrDay, when } from '../words/short-time.ts';
import styles from './problems.module.css';

export function BackupProblems({ backups }: { backups: readonly Backup[] }) {
  const { timeZone } = useSite();
  const problems = backups.flatMap((backup) => describe(backup, timeZone, new Date()) ?? []);
  if (problems.length === 0) return null;
  return (
    <section className={styles.problems} aria-labelledby="backup-problems">
      <h2 id="backup-problems">Backups need your attention</h2>
      {problems.map((problem) => (
        <p key={problem}>{problem}</p>
      ))}
      <p>{USE_DOWNLOAD}</p>
    </section>
  );
}

type Backup = AutomaticBackups['backups'][number];

function lastGood({ last_good_at }: Backup, timeZone: string, now: Date): string {
  return last_good_at
    ? `The last good backup was made ${when(last_good_at, timeZone, now)}.`
    : 'There is no good backup yet.';
}

function describe(backup: Backup, timeZone: string, now: Date): string | undefined {
  const { status, where, failed_since, reason } = backup;
  if (status === 'failed')
    return `Backups to ${where} have failed since ${timeOrDay(failed_since ?? '', timeZone, now)}. ${reason} ${lastGood(backup, timeZone, now)}`;
  if (status === 'overdue')
    return `The automatic backup to ${where} is overdue. ${lastGood(backup, timeZone, now)} The server’s log says why.`;
  return undefined;
}

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
      // The pressed button is gone.
      heading.current?.focus();
    });
  }

  if (space.status === 'ok') return null;
  return (
    <section className={styles.problems} aria-labelledby="disk-full">
      <h2 id="disk-full" tabIndex={-1} ref={heading}>
        {status === 'full' ? 'The server’s disk is full' : 'The server’s disk has space again'}
      </h2>
      {status === 'full' && <p>{DISK_FULL.meaning}</p>}
      {removable.map(({ name, bytes }) => (
        <p key={name}>
          {inMegabytes(bytes)} {REMOVABLE[name].what}{' '}
          <PlainButton aria-disabled={isBusy} onClick={() => remove(name)}>
            {REMOVABLE[name].action}
          </PlainButton>
        </p>
      ))}
      {status === 'full' && removable.length === 0 && <p>{DISK_FULL.nothing}</p>}
      {status === 'full' && <p>{DISK_FULL.trash}</p>}
    </section>
  );
}
