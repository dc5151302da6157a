import type { MailConfig } from '../config/mail-settings.ts';
import { ProblemError } from '../http/problem.ts';
import type { Mail, MailConnection, Mailer, SendOutcome } from './mail.ts';
import { createReturnAddresses, envelopeAddress, type ReturnAddresses } from './mail-addresses.ts';
import { outcomeOf } from './mail-failures.ts';
import type { Session } from './smtp-session.ts';

export function mailNotSetUp(): ProblemError {
  return new ProblemError(
    'mail-not-set-up',
    'Email is not set up: SMTP_URL and MAIL_FROM are not set on the server.',
  );
}

export async function sendNow(
  mailer: Mailer | null,
  mailTo: (from: string) => Mail,
): Promise<{ to: string }> {
  if (!mailer) throw mailNotSetUp();
  const mail = mailTo(mailer.fromAddress);
  const connection = mailer.connect();
  const outcome = await connection.send(mail).finally(connection.close);
  if (outcome.kind !== 'sent') throw new ProblemError('mail-refused', outcome.reason);
  return { to: mail.to };
}

/** Mail servers end connections that send very many. */
const MAILS_PER_SESSION = 100;
const MAIL_MS = 60_000;
/** Routers forget idle connections without a word. */
const IDLE_MS = 10_000;

type MailAccount = Pick<MailConfig, 'server' | 'from'>;

/** Loaded with the first mail, because it needs much memory and most processes send none. */
const loadSmtp = async () => ({
  ...(await import('./compose-mail.ts')),
  ...(await import('./smtp-session.ts')),
});

/** Ends the session, and with it the running call, when the time is over. */
async function limitTime<Result>(
  session: Session,
  timeLimit: AbortSignal,
  action: () => Promise<Result>,
): Promise<Result> {
  timeLimit.addEventListener('abort', session.expire);
  return action().finally(() => timeLimit.removeEventListener('abort', session.expire));
}

async function transfer(
  session: Session,
  envelope: { readonly from: string; readonly to: string },
  message: Buffer,
): Promise<SendOutcome> {
  try {
    await session.open();
    await session.send(envelope, message);
    return { kind: 'sent' };
  } catch (error) {
    const outcome = outcomeOf(error as Error, session.isHandedOver());
    // The server would take the next sender for a part of the refused mail.
    if (session.isOpen()) await session.reset().catch(session.close);
    return outcome;
  }
}

export type MailOutcomes = Record<SendOutcome['kind'], number>;

export const NO_MAILS: Readonly<MailOutcomes> = { sent: 0, temporary: 0, permanent: 0, unknown: 0 };

function createConnection(
  { server, from }: MailAccount,
  senders: ReturnAddresses,
  startTimeLimit: () => AbortSignal,
  outcomes: MailOutcomes,
): MailConnection {
  let session: Session | undefined;
  let mails = 0;
  let idle: NodeJS.Timeout | undefined;

  function closeSession(): void {
    clearTimeout(idle);
    session?.close();
    session = undefined;
    mails = 0;
  }

  async function send(mail: Mail): Promise<SendOutcome> {
    const { composeMail, createSession } = await loadSmtp();
    const message = await composeMail(mail, from);
    const to = envelopeAddress(mail.to);
    const timeLimit = startTimeLimit();

    async function attempt(): Promise<SendOutcome> {
      if (!session?.isOpen() || mails >= MAILS_PER_SESSION) closeSession();
      clearTimeout(idle);
      session ??= createSession(server);
      mails += 1;
      const current = session;
      const outcome = await limitTime(current, timeLimit, () =>
        senders.use(mail.bounceToken, (sender) =>
          transfer(current, { from: envelopeAddress(sender), to }, message),
        ),
      );
      // Some servers end connections after a few mails; this mail was not handed over yet.
      const isSessionOver = mails > 1 && !current.isOpen() && !timeLimit.aborted;
      return outcome.kind === 'temporary' && isSessionOver ? attempt() : outcome;
    }

    const outcome = await attempt();
    outcomes[outcome.kind] += 1;
    idle = setTimeout(closeSession, IDLE_MS).unref();
    return outcome;
  }

  return { send, close: async () => closeSession() };
}

export function createMailer(
  account: MailAccount,
  startTimeLimit = () => AbortSignal.timeout(MAIL_MS),
): Mailer & { readonly outcomes: Readonly<MailOutcomes> } {
  const senders = createReturnAddresses(account.from.address);
  const outcomes: MailOutcomes = { ...NO_MAILS };
  return {
    outcomes,
    fromAddress: account.from.address,
    connect: () => createConnection(account, senders, startTimeLimit, outcomes),
  };
}
