import pg from 'pg';
import { reasonOf, sentenceOf } from '../reason.ts';
import { STARTUP_PARAMETERS } from './postgres-dialect.ts';

type Failure = {
  readonly codes: RegExp;
  readonly explanation: string;
  /** It may pass by itself, as while the machine starts. */
  readonly passes?: true;
};

/** Network, TLS and PostgreSQL error codes that an administrator can act on. */
const FAILURES: readonly Failure[] = [
  {
    codes: /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE)$/,
    explanation:
      'nothing responds there. Is the server running, and is the address in DATABASE_URL right?',
    passes: true,
  },
  {
    codes: /^(ENOTFOUND|EAI_AGAIN)$/,
    explanation: 'there is no such host. Check DATABASE_URL.',
    passes: true,
  },
  {
    codes: /^28P01$/,
    explanation: 'it rejects this user or password. Check both in DATABASE_URL.',
  },
  {
    codes: /^28000$/,
    explanation:
      'it rejects this user or this kind of connection. Check user, password and sslmode in DATABASE_URL.',
  },
  {
    codes: /^08P01$/,
    explanation: `it rejects the startup parameters. For PgBouncer, set ignore_startup_parameters = ${STARTUP_PARAMETERS}.`,
  },
  {
    codes:
      /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE)$/,
    explanation:
      'its certificate is not signed by a trusted authority. Name the authority’s certificate as sslrootcert in DATABASE_URL.',
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    explanation:
      'its certificate is for another host. Use the host name from the certificate in DATABASE_URL, or sslmode=verify-ca if its authority signs only your own servers.',
  },
  {
    codes: /^(CERT_HAS_EXPIRED|CERT_NOT_YET_VALID)$/,
    explanation:
      'its certificate has expired, or is not valid yet. Renew it, and check the clock of this machine.',
  },
  {
    codes: /^3D000$/,
    explanation: 'there is no such database. Create it, or change DATABASE_URL.',
  },
  {
    codes: /^42501$/,
    explanation:
      'this user cannot create tables there, or not the extension pg_trgm. Make it the owner of the database, or let a superuser run this in the database: CREATE EXTENSION pg_trgm;',
  },
  {
    codes: /^42P07$/,
    explanation:
      'it contains tables of another program. Give the blog an empty database of its own.',
  },
  { codes: /^3F000$/, explanation: 'its search_path names no existing schema.' },
  {
    codes: /^(58P01|0A000)$/,
    explanation:
      'it lacks the extension pg_trgm, which comes with PostgreSQL (on some systems in a separate package).',
  },
  {
    codes: /^(22P05|22021)$/,
    explanation:
      'it is not in UTF8. Create one with: create database … encoding utf8 template template0.',
  },
  {
    codes: /^25006$/,
    explanation:
      'it is read-only. Is this the primary server and not a replica, and can this user write?',
  },
  { codes: /^53300$/, explanation: 'it has too many connections already.' },
  {
    codes: /^57P0[123]$/,
    explanation: 'it is starting up or shutting down. Try again in a moment.',
    passes: true,
  },
];

function codeOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  return code;
}

export function explainKnownFailure(error: unknown): string | undefined {
  return FAILURES.find(({ codes }) => codes.test(codeOf(error)))?.explanation;
}

/** Whether the server is not there, or not ready, and may be soon. */
export function isServerAway(error: unknown): boolean {
  return FAILURES.some(({ codes, passes }) => passes && codes.test(codeOf(error)));
}

export function explainConnectionFailure(error: unknown): string {
  const explanation = explainKnownFailure(error);
  if (explanation === undefined) return sentenceOf(error);
  return error instanceof pg.DatabaseError
    ? `${explanation} The server said: ${reasonOf(error)}.`
    : explanation;
}
