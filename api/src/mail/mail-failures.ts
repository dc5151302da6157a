import type { NodemailerError } from 'nodemailer/lib/errors';
import type { RefusedStep, SendOutcome } from './mail.ts';

const STEPS: Readonly<Record<string, RefusedStep>> = {
  'MAIL FROM': 'sender',
  'RCPT TO': 'recipient',
  DATA: 'message',
};

/** With these codes the server refuses every mail, until login or encryption changes. */
const SETUP_CODES = [503, 530, 534, 535, 538];

const statusOf = (response: string) => /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];

/** The server answered a command of the mail with an error, or the mail was refused on this side. */
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

const MAX_LENGTH = 300;

/** One line of plain text, because it is shown and stored. */
export function quote(response: string): string {
  const line = response.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

const BY_CODE: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server did not accept the username or password.',
  EDNS: 'The mail server’s name could not be found.',
  ETLS: 'The connection to the mail server could not be encrypted.',
  ETIMEDOUT: 'The mail server did not respond in time.',
  ECONNECTION: 'The mail server ended the connection.',
  EPROTOCOL: 'The server did not respond like a mail server.',
  ESOCKET: 'The mail server could not be reached.',
};

const UNTRUSTED = 'The mail server’s certificate is not signed by a trusted authority.';

/** Codes of the system and of TLS say more than those of nodemailer, so they come first. */
const BY_CAUSE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing is listening at the mail server’s address and port.',
  ENOTFOUND: 'The mail server’s name could not be found.',
  EAI_AGAIN: 'The mail server’s name could not be looked up.',
  ETIMEDOUT: 'The mail server did not respond in time.',
  ECONNRESET: 'The mail server ended the connection.',
  EPIPE: 'The mail server ended the connection.',
  CERT_HAS_EXPIRED: 'The mail server’s certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The mail server’s certificate is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_SSL_WRONG_VERSION_NUMBER:
    'The server does not use TLS from the start on this port: use smtp://, not smtps://.',
};

/** The owner reads what happened and what the server said; the text contains no password. */
export function explainMailFailure(error: NodemailerError): string {
  const { code = '', originalCode = '', response } = error;
  const sentence = BY_CAUSE[originalCode] ?? BY_CODE[code];
  if (response === undefined) return sentence ?? quote(error.message);
  return sentence ? `${sentence} It said: ${quote(response)}` : quote(response);
}
