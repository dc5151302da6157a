import type { MailConfig } from '../mail-settings.ts';
import { composeMail, envelopeAddress } from './compose-mail.ts';
import type { Mail, MailConnection, Mailer, SendOutcome } from './mail.ts';
import { createReturnAddresses, type ReturnAddresses } from './return-address.ts';
import { outcomeOf } from './send-outcome.ts';
import { createSession, type Session } from './smtp-session.ts';

/** Mail servers end connections that send very many. */
const MAILS_PER_SESSION = 100;
const MAIL_MS = 60_000;
/** Routers forget idle connections without a word. */
const IDLE_MS = 10_000;

type MailAccount = Pick<MailConfig, 'server' | 'from'>;
export type MailerOptions = { readonly mailMs?: number };

/** Ends the session, and with it the running call, when the time is over. */
function limitTime(session: Session, milliseconds: number): () => void {
  const late = Object.assign(new Error('Timeout'), { code: 'ETIMEDOUT' });
  const timer = setTimeout(() => session.abort(late), milliseconds);
  return () => clearTimeout(timer);
}

async function transfer(
  session: Session,
  envelope: { readonly from: string; readonly to: string },
  message: Buffer,
): Promise<SendOutcome> {
  try {
    await session.send(envelope, message);
    return { kind: 'sent' };
  } catch (error) {
    const outcome = outcomeOf(error as Error, session.isHandedOver());
    // The server would take the next sender for a part of the refused mail.
    if (session.isOpen()) await session.reset().catch(session.quit);
    return outcome;
  }
}

function createConnection(
  { server, from }: MailAccount,
  senders: ReturnAddresses,
  mailMs: number,
): MailConnection {
  let session: Session | undefined;
  let mails = 0;
  let idle: NodeJS.Timeout | undefined;

  function quit(): void {
    clearTimeout(idle);
    session?.quit();
    session = undefined;
  }

  async function sendOn(current: Session, mail: Mail, isNew: boolean): Promise<SendOutcome> {
    try {
      const message = await composeMail(mail, from);
      if (isNew) await current.open();
      const to = envelopeAddress(mail.to);
      return await senders.use(mail.bounceToken, (sender) =>
        transfer(current, { from: envelopeAddress(sender), to }, message),
      );
    } catch (error) {
      return outcomeOf(error as Error, false);
    }
  }

  async function send(mail: Mail): Promise<SendOutcome> {
    clearTimeout(idle);
    if (!session?.isOpen() || mails >= MAILS_PER_SESSION) quit();
    const isNew = session === undefined;
    session ??= createSession(server);
    mails = isNew ? 1 : mails + 1;
    const clearLimit = limitTime(session, mailMs);
    const outcome = await sendOn(session, mail, isNew);
    clearLimit();
    idle = setTimeout(quit, IDLE_MS).unref();
    return outcome;
  }

  return { send, close: async () => quit() };
}

export function createMailer(
  account: MailAccount,
  { mailMs = MAIL_MS }: MailerOptions = {},
): Mailer {
  const senders = createReturnAddresses(account.from.address);
  return {
    fromAddress: account.from.address,
    connect: () => createConnection(account, senders, mailMs),
  };
}
