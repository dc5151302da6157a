// Loaded before a command by a test (`--import`): ends the process, as a power cut would, right
// before the n-th step that changes a name on the disk.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const STEPS = ['renameSync', 'linkSync', 'rmSync', 'rmdirSync', 'mkdirSync'];

// biome-ignore lint/style/noProcessEnv: how the test says when
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
