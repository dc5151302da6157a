import type { NodemailerError } from 'nodemailer/lib/errors';

const MAX_LENGTH = 300;

/** One line of plain text, because it is shown and stored. */
function quote(response: string): string {
  const line = response.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

const SENTENCES: Readonly<Record<string, string>> = {
  EAUTH: 'The mail server did not accept the user or the password.',
  EDNS: 'The mail server’s name could not be found.',
  ETLS: 'The connection to the mail server could not be encrypted.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNECTION: 'The mail server closed the connection.',
  ESOCKET: 'The mail server could not be reached.',
};

const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing accepts connections at the mail server’s address and port.',
  ENOTFOUND: 'The mail server’s name could not be found.',
  ETIMEDOUT: 'The mail server did not answer in time.',
  ECONNRESET: 'The mail server closed the connection.',
};

/** For the owner: what the server has said, or what happened. It contains no password. */
export function explainMailFailure(error: NodemailerError): string {
  if (error.response) return quote(error.response);
  const { code = '', originalCode = '' } = error;
  return CAUSES[originalCode] ?? SENTENCES[code] ?? quote(error.message);
}
