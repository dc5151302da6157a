import type { ImapFlow, ImapFlowError } from 'imapflow';
import { quote } from '../../mail/mail-failures.ts';
import type { LoginServer } from '../../mail-settings.ts';
import { isLoopback, isPrivateHost } from '../../private-hosts.ts';

const CONNECT_MS = 20_000;
const ANSWER_MS = 60_000;

/** For the owner; it contains no password. */
export function explainMailboxFailure(error: ImapFlowError): string {
  const said = error.responseText ? ` It said: ${quote(error.responseText)}` : '';
  if (error.authenticationFailed)
    return `The mailbox’s server did not accept the user or the password.${said}`;
  if (error.tlsFailed) return `The connection to the mailbox could not be encrypted.${said}`;
  if (error.responseText) return `The mailbox could not be read.${said}`;
  return `The mailbox’s server could not be reached (${error.code ?? error.message}).`;
}

async function createClient({ host, port, secure, login }: LoginServer): Promise<ImapFlow> {
  // Loaded when it is needed, because it needs much memory.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    ...{ host, port, secure, logger: false, disableAutoIdle: true },
    ...(!secure && !isPrivateHost(host) && { doSTARTTLS: true }),
    auth: { user: login?.user ?? '', pass: login?.password ?? '' },
    tls: { rejectUnauthorized: !isLoopback(host) },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: ANSWER_MS },
  });
  // The running call fails, too.
  client.on('error', () => {});
  return client;
}

/** With the inbox open; its errors are sentences for the owner. */
export async function withInbox<Result>(
  server: LoginServer,
  signal: AbortSignal,
  action: (client: ImapFlow) => Promise<Result>,
): Promise<Result> {
  const client = await createClient(server);
  const close = () => client.close();
  signal.addEventListener('abort', close);
  try {
    await client.connect();
    const lock = await client.getMailboxLock('INBOX');
    const result = await action(client).finally(lock.release);
    await client.logout();
    return result;
  } finally {
    signal.removeEventListener('abort', close);
    client.close();
  }
}
