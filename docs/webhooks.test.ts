import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { resolveHost } from '../api/src/public-addresses.ts';
import { sendWebhook } from '../api/src/webhooks/send-webhook.ts';
import { startWebhookReceiver } from '../test-support/webhook-receiver.ts';

const text = readFileSync(new URL('./webhooks.md', import.meta.url), 'utf8');
const [, sample = ''] = /```js\n(.*?)```/s.exec(text) ?? [];

test('the sample accepts what was sent, and nothing else', async () => {
  const { isGenuine } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(sample)}`
  );
  const receiver = await startWebhookReceiver();
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
  const [, body = ''] = /```json\n(.*?)```/s.exec(text) ?? [];
  const { signal } = new AbortController();
  const message = { id: 'an-id', url: receiver.url, secret, body };
  await sendWebhook(message, { now: new Date(), signal, resolveHost });
  const old = new Date(Date.now() - 3_600_000);
  await sendWebhook(message, { now: old, signal, resolveHost });
  const [fresh, recorded] = receiver.received;
  expect(isGenuine(fresh?.headers, fresh?.body, secret)).toBe(true);
  expect(isGenuine(fresh?.headers, `${fresh?.body} `, secret)).toBe(false);
  expect(
    isGenuine(fresh?.headers, fresh?.body, `whsec_${Buffer.from('x').toString('base64')}`),
  ).toBe(false);
  expect(isGenuine(recorded?.headers, recorded?.body, secret)).toBe(false);
});
