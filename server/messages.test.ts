import { readConfig } from '@longhand/api/config';
import { expect, test } from 'vitest';
import { passwordMessage, startMessage } from './messages.ts';

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
  expect(startMessage('api', config, 'http://127.0.0.1:3000')).not.toContain('/login');
});
