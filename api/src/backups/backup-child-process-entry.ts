// The child process that makes a backup: it reads a job from stdin. See backup-child-process.ts.
import type { ChildJob, JobReport } from './backup-child-process.ts';
import { type SendJob, sendBackup } from './elsewhere/send-backup.ts';
import { streamBackup, writeBackup } from './make-backup.ts';
import { reportJob } from './report-job.ts';

async function run({ file, ...job }: ChildJob | (SendJob & { file?: never })): Promise<JobReport> {
  if ('elsewhere' in job) {
    const { warnings, bytes, name, cleanupError } = await sendBackup(job);
    return { warnings, bytes, name, cleanupError };
  }
  if (file === undefined) return { warnings: (await streamBackup(job, process.stdout)).warnings };
  const { warnings, bytes } = await writeBackup(job, file);
  return { warnings, bytes };
}

await reportJob(run);
