import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run, temporaryFolder } from '../server/test-process.ts';

test.each(['backup', 'restore', 'rollback'])(
  'an option that npm run %s does not have is answered with what it is, and nothing is made',
  async (name) => {
    const settings = { DATA_DIR: temporaryFolder(), INIT_CWD: temporaryFolder() };
    const { exited, output } = run(`cli/${name}.ts`, settings, undefined, ['--help']);
    expect(await exited).toBe(1);
    expect(output.stderr).toMatch(new RegExp(`^There is no --help\\. It is: npm run ${name}.*\n$`));
    for (const folder of Object.values(settings)) expect(readdirSync(folder)).toEqual([]);
  },
);
