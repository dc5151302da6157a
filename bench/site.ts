import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PORT = 3196;
export const SITE = `http://localhost:${PORT}`;
export const ADMIN_PASSWORD = 'a password';

/** The product with its sample posts, for as long as `use` takes. */
export async function withSite(use: (url: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'longhand-bench-'));
  const script = fileURLToPath(new URL('../server/start.js', import.meta.url));
  const settings = {
    PORT: String(PORT),
    DATA_DIR: folder,
    ADMIN_PASSWORD,
    LOG_LEVEL: 'warn',
  };
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  });
  try {
    const answers = () =>
      fetch(`${SITE}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
    while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 50));
    await use(SITE);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}
