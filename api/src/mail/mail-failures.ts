import type { NodemailerError } from 'nodemailer/lib/errors';

const MAX_LENGTH = 300;

/** One line of plain text, because it is shown and stored. */
export function quote(response: string): string {
  const line = response.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

const BY_CODE: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server did not accept the user or the password.',
  EDNS: 'The mail server’s name could not be found.',
  ETLS: 'The connection to the mail server could not be encrypted.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNECTION: 'The mail server ended the connection.',
  EPROTOCOL: 'The server did not answer like a mail server.',
  ESOCKET: 'The mail server could not be reached.',
};

const UNTRUSTED = 'The mail server’s certificate is not signed by an authority that is known here.';

/** Codes of the system and of TLS, which say more. */
const BY_CAUSE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing accepts connections at the mail server’s address and port.',
  ENOTFOUND: 'The mail server’s name could not be found.',
  EAI_AGAIN: 'The mail server’s name could not be looked up.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNRESET: 'The mail server ended the connection.',
  EPIPE: 'The mail server ended the connection.',
  CERT_HAS_EXPIRED: 'The mail server’s certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The mail server’s certificate is for another name.',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_SSL_WRONG_VERSION_NUMBER:
    'The server does not encrypt from the start: smtp:// is for this port, not smtps://.',
};

/** For the owner: what happened, and what the server said. It contains no password. */
export function explainMailFailure(error: NodemailerError): string {
  const { code = '', originalCode = '', response } = error;
  const sentence = BY_CAUSE[originalCode] ?? BY_CODE[code];
  if (response === undefined) return sentence ?? quote(error.message);
  return sentence ? `${sentence} It said: ${quote(response)}` : quote(response);
}
