// The child process that makes an export: it reads a job from stdin. See export-child-process.ts.
import { reportJob } from '../backups/report-job.ts';
import { type ExportJob, exportAsZip } from './commands.ts';

await reportJob(async (job: ExportJob) => {
  await exportAsZip(job, process.stdout);
  return { warnings: [] };
});
