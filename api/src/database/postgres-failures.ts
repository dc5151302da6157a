import { reasonOf } from '../reason.ts';

type Failure = { readonly codes: RegExp; readonly says: string };

/** Codes of the network and of PostgreSQL, for whoever runs the blog. */
const FAILURES: readonly Failure[] = [
  {
    codes: /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE)$/,
    says: 'nothing answers there. Is the server running, and is the address in DATABASE_URL right?',
  },
  { codes: /^(ENOTFOUND|EAI_AGAIN)$/, says: 'there is no such host. Look at DATABASE_URL.' },
  {
    codes: /^(28P01|28000)$/,
    says: 'it does not let this user in. Look at the name and the password in DATABASE_URL.',
  },
  { codes: /^3D000$/, says: 'there is no such database. Create it, or change DATABASE_URL.' },
  {
    codes: /^42501$/,
    says: 'this user may not create tables there. Let it own the database.',
  },
  { codes: /^53300$/, says: 'it has too many connections already.' },
  { codes: /^57P0[123]$/, says: 'it is just starting or stopping. Try again in a moment.' },
];

function codeOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  return code;
}

export function explainConnection(error: unknown): string {
  const known = FAILURES.find(({ codes }) => codes.test(codeOf(error)));
  return known?.says ?? `${reasonOf(error)}.`;
}
