import type { ImapFlow } from 'imapflow';
import type { LoginServer } from '../../mail-settings.ts';
import { type Bounces, MAX_REPORT_BYTES } from './bounces.service.ts';
import { explainMailboxFailure, withInbox } from './mailbox.ts';
import { isReportType } from './read-report.ts';

/** The newest; others wait until these are read. */
const MAX_MAILS = 500;
const RUN_MS = 5 * 60_000;

/** Other mails stay unread: the mailbox may be a person's own. */
async function findReports(client: ImapFlow): Promise<number[]> {
  const unseen = (await client.search({ seen: false }, { uid: true })) || [];
  if (unseen.length === 0) return [];
  const reports: number[] = [];
  const newest = unseen.toSorted((a, b) => a - b).slice(-MAX_MAILS);
  for await (const { uid, headers } of client.fetch(
    newest,
    { headers: ['content-type'] },
    { uid: true },
  )) {
    const header = headers?.toString().replaceAll(/\r?\n[ \t]+/g, ' ') ?? '';
    if (isReportType(header.replace(/^content-type:/i, '').trim())) reports.push(uid);
  }
  return reports;
}

/** Returns how many addresses it has ended. */
async function acceptReports(client: ImapFlow, bounces: Bounces): Promise<number> {
  let ended = 0;
  for (const uid of await findReports(client)) {
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

export async function readMailbox(
  server: LoginServer,
  bounces: Bounces,
  signal: AbortSignal,
): Promise<number> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(RUN_MS)]);
  try {
    return await withInbox(server, limit, (client) => acceptReports(client, bounces));
  } catch (error) {
    if (signal.aborted) return 0;
    // Without the cause, which may contain what was sent.
    throw new Error(explainMailboxFailure(error as Error));
  }
}
