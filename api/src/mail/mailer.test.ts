import { expect, onTestFinished, test } from 'vitest';
import { type MailServerOptions, startMailServer } from '../../../test-support/mail-server.ts';
import { readConfig } from '../config.ts';
import type { MailConfig } from '../mail-settings.ts';
import { createMailer } from './mailer.ts';

const MAIL = {
  to: 'reader@example.com',
  subject: 'A subject',
  html: '<p>Hello</p>',
  text: 'Hello',
};

async function start(options: MailServerOptions & { from?: string; mailMs?: number } = {}) {
  const { from = 'Blog <blog@example.org>', mailMs, ...serverOptions } = options;
  const server = await startMailServer(serverOptions);
  const { mail } = readConfig({ SMTP_URL: server.url, MAIL_FROM: from });
  const connection = createMailer(mail as MailConfig, mailMs ? { mailMs } : {}).connect();
  onTestFinished(async () => {
    await connection.close();
    await server.stop();
  });
  return { server, connection };
}

test('mails are sent over one connection', async () => {
  const { server, connection } = await start();
  for (const to of ['a@example.com', 'b@example.com'])
    expect(await connection.send({ ...MAIL, to, bounceToken: 'abc' })).toEqual({ kind: 'sent' });
  expect(server.mails.map(({ envelope }) => envelope)).toEqual([
    { from: 'blog+abc@example.org', to: ['a@example.com'] },
    { from: 'blog+abc@example.org', to: ['b@example.com'] },
  ]);
  expect(server.steps.filter((step) => step === 'connect')).toHaveLength(1);
});
