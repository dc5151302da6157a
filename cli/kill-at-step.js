// Loaded by a test with `--import`: kills the process right before its n-th change of the file system.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const STEPS = ['renameSync', 'linkSync', 'rmSync', 'rmdirSync', 'mkdirSync'];

// biome-ignore lint/style/noProcessEnv: set by the test
let left = Number(process.env.KILL_AT_STEP);
for (const name of STEPS) {
  const step = fs[name];
  fs[name] = (...paths) => {
    left -= 1;
    if (left === 0) process.kill(process.pid, 'SIGKILL');
    return step(...paths);
  };
}
syncBuiltinESMExports();
