// The child process that makes a backup: it reads a job from stdin. See backup-child-process.ts.
import type { ChildJob } from './backup-child-process.ts';
import { streamBackup, writeBackup } from './make-backup.ts';
import { reportJob } from './report-job.ts';

await reportJob(async ({ file, ...job }: ChildJob) => {
  const { warnings } =
    file === undefined ? await streamBackup(job, process.stdout) : await writeBackup(job, file);
  return { warnings };
});
