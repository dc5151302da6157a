import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@longhand/api/config';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { explainStartFailure, listenText, passwordMessage, startMessage } from './messages.ts';

const SITE = { SITE_URL: 'https://blog.example' };

test('the messages with the password and of the start name the login page', () => {
  const config = readConfig(SITE);
  expect(passwordMessage('all', config, 'secret')).toContain('https://blog.example/login');
  expect(startMessage('all', config, '')).toContain('Login     https://blog.example/login');
  expect(startMessage('web', config, '')).toContain('Login     https://blog.example/login');
});

test('the API alone has no login page: it is on the first of WEB_ORIGINS', () => {
  const config = readConfig({ WEB_ORIGINS: 'https://one.example, https://two.example' });
  expect(passwordMessage('api', config, 'secret')).toContain('https://one.example/login');
  expect(startMessage('api', config, 'http://127.0.0.1:3000')).toContain(
    'Login     https://one.example/login\n',
  );
});

test.each(['all', 'api', 'web'] as const)(
  'every start of %s has an address that ends in /login, and names the command for the password',
  (part) => {
    for (const settings of [{}, SITE, { ...SITE, ADMIN_PASSWORD: 'a password for tests' }]) {
      const message = startMessage(part, readConfig(settings), 'http://127.0.0.1:3000');
      expect(message).toMatch(/https?:\/\/\S+\/login$/m);
      expect(message).toContain('npm run admin:password');
      expect(message).not.toContain('a password for tests');
    }
  },
);

test('with ADMIN_PASSWORD, the message of the start says that it decides', () => {
  const locked = readConfig({ ADMIN_PASSWORD: 'a password for tests' });
  expect(startMessage('all', locked, '')).toContain('The password comes from ADMIN_PASSWORD.');
  expect(startMessage('all', readConfig({}), '')).not.toContain('ADMIN_PASSWORD');
  const file = join(temporaryFolder(), 'password');
  writeFileSync(file, 'a password for tests');
  expect(startMessage('all', readConfig({ ADMIN_PASSWORD_FILE: file }), '')).toContain(
    'The password comes from ADMIN_PASSWORD_FILE.',
  );
});

test('where all addresses are listened on, the message and the log say so', () => {
  const address = 'http://127.0.0.1:3000';
  const all = 'http://0.0.0.0:3000 (every address of this machine)';
  const config = readConfig({ HOST: '0.0.0.0' });
  expect(startMessage('all', config, address)).toContain(`Listens   ${all}`);
  expect(listenText(config, address)).toBe(`listening on ${all}, at ${address}`);
  expect(listenText(readConfig({}), address)).toBe(`listening on ${address}`);
});

test('a disk error is explained without a stack', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
    code: 'ENOSPC',
  });
  const message = explainStartFailure(full);
  expect(message).toMatch(/data folder is full\. Free some space.*\n.*no space left/s);
  expect(message).not.toContain('messages.test.ts');
});

test('an unknown error is shown with its stack, and a command has its own first words', () => {
  expect(explainStartFailure(new Error('odd'))).toMatch(
    /^The server could not start: Error: odd\n +at /,
  );
  expect(explainStartFailure(new Error('odd'), 'The command failed')).toMatch(
    /^The command failed: /,
  );
});
