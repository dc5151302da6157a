import { ProblemError } from '../http/problem.ts';
import type { Mail, Mailer } from './mail.ts';

export function mailNotSetUp(): ProblemError {
  return new ProblemError(
    'mail-not-set-up',
    'Mail is not set up: SMTP_URL and MAIL_FROM are not set on the server.',
  );
}

/** For routes: it is sent, or the problem says what the mail server said. */
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
