import type { Config } from '../config/config.ts';
import type { LoginServer, MailConfig } from '../config/mail-settings.ts';
import { explainMailFailure } from '../mail/mail-failures.ts';
import { explainMailboxFailure, withInbox } from '../newsletter/bounces/read-mailbox.ts';
import { asError, asWarning, type Check, type Finding } from './finding.ts';

const LIMIT_MS = 60_000;

const withoutPassword = ({ host, port }: LoginServer) => `${host}, port ${port}`;

const ADVICE: Readonly<Record<string, string>> = {
  EAUTH: 'Correct the user and the password in SMTP_URL. Some providers require an app password.',
  ETLS: 'Use smtps:// in SMTP_URL if the server encrypts from the start, usually on port 465.',
};
const CHECK_ADDRESS =
  'Check the host and the port in SMTP_URL, and whether this machine may connect: many hosting providers block port 25.';

async function* sendingFindings(server: LoginServer): AsyncGenerator<Finding> {
  const { createSession } = await import('../mail/smtp-session.ts');
  const session = createSession(server);
  const timer = setTimeout(session.expire, LIMIT_MS);
  try {
    await session.open();
    if (server.login && !session.offersLogin())
      yield asWarning(
        'The mail server offers no login, so the user and the password in SMTP_URL are not used.',
        'Check the port in SMTP_URL: logins are usually on 587 or 465.',
      );
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    yield asError(explainMailFailure(error as Error), ADVICE[code] ?? CHECK_ADDRESS);
  } finally {
    clearTimeout(timer);
    session.close();
  }
}

async function* readingFindings(server: LoginServer): AsyncGenerator<Finding> {
  try {
    await withInbox(server, AbortSignal.timeout(LIMIT_MS), async () => {});
  } catch (error) {
    yield asError(
      explainMailboxFailure(error as Error),
      'Check host, port, user and password in IMAP_URL.',
    );
  }
}

function checkSending({ server }: MailConfig): Check {
  return {
    name: `The mail server accepts email: ${withoutPassword(server)}`,
    find: () => sendingFindings(server),
  };
}

function checkReading(server: LoginServer): Check {
  return {
    name: `The bounce mailbox can be read: ${withoutPassword(server)}`,
    find: () => readingFindings(server),
  };
}

export function checkMail({ mail, imap }: Pick<Config, 'mail' | 'imap'>): Check[] {
  return [...(mail ? [checkSending(mail)] : []), ...(imap ? [checkReading(imap)] : [])];
}
