import { installMissing } from '../test-support/debian-packages.ts';

/** Installs wrk and nginx if possible. */
export function ensureTools(): void {
  const missing = installMissing({ wrk: 'wrk', nginx: 'nginx-light' });
  if (missing.length === 0) return;
  console.error(`Please install ${missing.join(' and ')}: the bench measures with them.`);
  process.exit(1);
}
