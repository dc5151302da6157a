import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type ResolvedAddress, requestPinned } from '../public-addresses.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 64 * 1024;

export const SECRET_PREFIX = 'whsec_';

type Message = {
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
};

/** Null is an answer of the receiver that it has the message. */
export type Outcome = { readonly status: number | null; readonly error: string | null };

type SendOptions = {
  readonly now: Date;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number | undefined;
  /** Empty if the host may not be reached. */
  readonly resolveHost: (hostname: string) => Promise<ResolvedAddress[]>;
};

/** The headers of Standard Webhooks: https://www.standardwebhooks.com. */
function sign({ id, secret, body }: Message, now: Date) {
  const timestamp = Math.floor(now.getTime() / 1_000);
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  };
}

const FAILURES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The name of the receiver was not found.',
  EAI_AGAIN: 'The name of the receiver could not be looked up.',
  ECONNREFUSED: 'The receiver refused the connection.',
  ECONNRESET: 'The receiver closed the connection.',
  TimeoutError: 'The receiver did not answer in time.',
};

/** What the receiver or the system wrote is never shown, because it could be anything. */
function sentenceAbout(error: Error & { code?: unknown }): string {
  const known = FAILURES[String(error.code)] ?? FAILURES[error.name];
  if (known) return known;
  const isCertificate = /CERT|SELF_SIGNED|^ERR_TLS|UNABLE_TO_/.test(String(error.code));
  return isCertificate
    ? 'The certificate of the receiver is not valid.'
    : 'The connection to the receiver failed.';
}

function sentenceAboutStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const redirect = status >= 300 && status < 400 ? ' Redirects are not followed.' : '';
  return `The receiver answered ${status}.${redirect}`;
}

/** Resolves when all of the answer is here, or as much of it as is read. */
async function readSome(answer: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += chunk.length;
    if (bytes > MAX_ANSWER_BYTES) return;
  }
}

async function exchange(
  { url, body }: Message,
  headers: Readonly<Record<string, string>>,
  addresses: readonly ResolvedAddress[],
  signal: AbortSignal,
): Promise<number> {
  // Parsed, because the URL may begin with a space or with HTTPS.
  const answer = await requestPinned(new URL(url), addresses, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
    body,
    signal,
  });
  await readSome(answer);
  return answer.statusCode ?? 0;
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
}

/** Throws only if `signal` is aborted. */
export async function sendWebhook(
  message: Message,
  { now, signal: stopped, timeoutMs = TIMEOUT_MS, resolveHost }: SendOptions,
): Promise<Outcome> {
  const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped]);
  try {
    const { hostname } = new URL(message.url);
    // A lookup cannot be aborted.
    const addresses = await Promise.race([resolveHost(hostname), untilAborted(signal)]);
    if (addresses.length === 0)
      return { status: null, error: 'The name of the receiver leads to a private address.' };
    const status = await exchange(message, sign(message, now), addresses, signal);
    return { status, error: sentenceAboutStatus(status) };
  } catch (error) {
    stopped.throwIfAborted();
    return { status: null, error: sentenceAbout(signal.aborted ? signal.reason : error) };
  }
}
