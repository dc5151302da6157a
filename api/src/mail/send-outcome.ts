import type { NodemailerError } from 'nodemailer/lib/errors';
import type { RefusedStep, SendOutcome } from './mail.ts';
import { explainMailFailure } from './mail-failures.ts';

const STEPS: Readonly<Record<string, RefusedStep>> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
};

/** The server does not refuse this mail, but every one without another login or encryption. */
const SETUP_CODES = [503, 530, 534, 535, 538];

const statusOf = (response: string) => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];

/** An answer to one of the commands of a mail, or a mail that was refused on this side. */
const isRefusal = ({ code, responseCode = 0 }: NodemailerError) =>
  code === 'EENVELOPE' || code === 'EMESSAGE' || (code === 'ECONNECTION' && responseCode >= 400);

export function outcomeOf(error: NodemailerError, isHandedOver: boolean): SendOutcome {
  const reason = explainMailFailure(error);
  const unavailable: SendOutcome = { kind: 'temporary', reason, step: null };
  if (!isRefusal(error)) return isHandedOver ? { kind: 'unknown', reason } : unavailable;
  const { responseCode = 500, response = '', command = '' } = error;
  if (SETUP_CODES.includes(responseCode)) return unavailable;
  const step = STEPS[command] ?? null;
  // Also 421, which ends the connection: some servers say it again and again to one recipient.
  if (responseCode < 500) return { ...unavailable, step };
  return { kind: 'permanent', reason, step: step ?? 'message', status: statusOf(response) ?? null };
}
