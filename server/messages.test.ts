import { readConfig } from '@longhand/api/config';
import { expect, test } from 'vitest';
import { passwordMessage, startMessage } from './messages.ts';

const SITE = { SITE_URL: 'https://blog.example' };

test('who gets a password is told where to use it, and so is who starts the site again', () => {
  const config = readConfig(SITE);
  expect(passwordMessage('all', config, 'secret')).toContain('https://blog.example/login');
  expect(startMessage('all', config, '')).toContain('Login     https://blog.example/login');
  expect(startMessage('web', config, '')).toContain('Login     https://blog.example/login');
});

test('the API alone has no login of its own: that is at the first of the sites that may use it', () => {
  const config = readConfig({ WEB_ORIGINS: 'https://one.example, https://two.example' });
  expect(passwordMessage('api', config, 'secret')).toContain('https://one.example/login');
  expect(startMessage('api', config, 'http://127.0.0.1:3000')).not.toContain('/login');
});
