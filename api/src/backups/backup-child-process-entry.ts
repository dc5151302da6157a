import { doJobs, endWithParent, lowerPriority } from '../child-process.ts';
import type { ChildJob, JobReport } from './backup-child-process.ts';
import { streamBackup, writeBackup } from './make-backup.ts';
import { sendBackup } from './remote/send-backup.ts';

lowerPriority();
endWithParent();
doJobs(async (job: ChildJob): Promise<JobReport> => {
  if ('remote' in job) {
    const { warnings, bytes, name, cleanupError } = await sendBackup(job);
    return { warnings, bytes, name, cleanupError };
  }
  const { file, ...blog } = job;
  if (file === undefined) return { warnings: (await streamBackup(blog, process.stdout)).warnings };
  const { warnings, bytes } = await writeBackup(blog, file);
  return { warnings, bytes };
});
