import type { ImapFlow, ImapFlowError } from 'imapflow';
import type { LoginServer } from '../../config/mail-settings.ts';
import { quote } from '../../mail/mail-failures.ts';
import { isLoopback, isPrivateHost } from '../../private-hosts.ts';
import { type Bounces, isReportType, MAX_REPORT_BYTES } from './bounces.service.ts';

const CONNECT_MS = 20_000;
const ANSWER_MS = 60_000;

/** The text is for the owner, and contains no password. */
export function explainMailboxFailure(error: ImapFlowError): string {
  const said = error.responseText ? ` It said: ${quote(error.responseText)}` : '';
  if (error.authenticationFailed)
    return `The mailbox’s server did not accept the username or password.${said}`;
  if (error.tlsFailed) return `The connection to the mailbox could not be encrypted.${said}`;
  if (error.responseText) return `The mailbox could not be read.${said}`;
  return `The mailbox’s server could not be reached (${error.code ?? error.message}).`;
}

async function createClient({ host, port, secure, login }: LoginServer): Promise<ImapFlow> {
  // It is loaded when needed, because it takes much memory.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    ...{ host, port, secure, logger: false, disableAutoIdle: true },
    ...(!secure && !isPrivateHost(host) && { doSTARTTLS: true }),
    auth: { user: login?.user ?? '', pass: login?.password ?? '' },
    tls: { rejectUnauthorized: !isLoopback(host) },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: ANSWER_MS },
  });
  // Without a listener an error would end the process; the running call fails, too.
  client.on('error', () => {});
  return client;
}

/** The inbox is open during the action; errors are sentences for the owner. */
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

const MAILS_PER_BATCH = 500;
const BATCHES_PER_RUN = 10;
const RUN_MS = 5 * 60_000;

async function listUnseen(client: ImapFlow, after: number): Promise<number[]> {
  const unseen = (await client.search({ seen: false, uid: `${after + 1}:*` }, { uid: true })) || [];
  // `*` is the last mail, even if its UID is lower.
  return unseen.filter((uid) => uid > after).toSorted((a, b) => a - b);
}

/** Other mails stay unread: the mailbox may be a person's own. */
async function findReports(client: ImapFlow, uids: readonly number[]): Promise<number[]> {
  const reports: number[] = [];
  for await (const { uid, headers } of client.fetch(
    [...uids],
    { headers: ['content-type'] },
    { uid: true },
  )) {
    const header = headers?.toString().replaceAll(/\r?\n[ \t]+/g, ' ') ?? '';
    if (isReportType(header.replace(/^content-type:/i, '').trim())) reports.push(uid);
  }
  return reports;
}

async function acceptReports(
  client: ImapFlow,
  bounces: Bounces,
  uids: readonly number[],
): Promise<number> {
  let ended = 0;
  for (const uid of await findReports(client, uids)) {
    const mail = await client.fetchOne(
      String(uid),
      { source: { start: 0, maxLength: MAX_REPORT_BYTES } },
      { uid: true },
    );
    const source = mail ? mail.source : undefined;
    if (!source) continue;
    const result = await bounces.accept(source);
    if (result.kind === 'ended') ended += result.emails.length;
    await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true });
  }
  return ended;
}

/** UIDs grow with each mail, as long as the server keeps their validity the same. */
function nameInbox({ host, port, login }: LoginServer, { mailbox }: ImapFlow): string {
  const validity = mailbox ? mailbox.uidValidity : '';
  return `${login?.user}@${host}:${port} ${validity}`;
}

/** Continues where the last run ended, whichever process that was. */
async function readInbox(client: ImapFlow, inbox: string, bounces: Bounces): Promise<number> {
  const unseen = await listUnseen(client, await bounces.findLastRead(inbox));
  let ended = 0;
  for (let batch = 0; batch < BATCHES_PER_RUN; batch += 1) {
    const uids = unseen.slice(batch * MAILS_PER_BATCH, (batch + 1) * MAILS_PER_BATCH);
    const last = uids.at(-1);
    if (last === undefined) break;
    ended += await acceptReports(client, bounces, uids);
    await bounces.storeLastRead(inbox, last);
  }
  return ended;
}

export async function readMailbox(
  server: LoginServer,
  bounces: Bounces,
  signal: AbortSignal,
): Promise<number> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]);
  try {
    return await withInbox(server, limit, (client) =>
      readInbox(client, nameInbox(server, client), bounces),
    );
  } catch (error) {
    if (signal.aborted) return 0;
    // The cause is left out, because it may contain what was sent.
    throw new Error(explainMailboxFailure(error as Error));
  }
}
