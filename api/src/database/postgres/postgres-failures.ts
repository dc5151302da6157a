import pg from 'pg';
import { reasonOf, sentenceOf } from '../../reason.ts';
import { STARTUP_PARAMETERS } from './postgres-dialect.ts';

/** The administrator can act on these error codes of the network, TLS and PostgreSQL. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  'ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE':
    'nothing responds there. Is the server running, and is the address in DATABASE_URL right?',
  'ENOTFOUND|EAI_AGAIN': 'there is no such host. Check DATABASE_URL.',
  '28P01': 'it rejects this user or password. Check both in DATABASE_URL.',
  '28000':
    'it rejects this user or this kind of connection. Check user, password and sslmode in DATABASE_URL.',
  '08P01': `it rejects the startup parameters. For PgBouncer, set ignore_startup_parameters = ${STARTUP_PARAMETERS}.`,
  'DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\\w+|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE':
    'its certificate is not signed by a trusted authority. Name the authority’s certificate as sslrootcert in DATABASE_URL.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another host. Use the host name from the certificate in DATABASE_URL, or sslmode=verify-ca if its authority signs only your own servers.',
  'CERT_HAS_EXPIRED|CERT_NOT_YET_VALID':
    'its certificate has expired, or is not valid yet. Renew it, and check the clock of this machine.',
  '3D000': 'there is no such database. Create it, or change DATABASE_URL.',
  '42501':
    'this user cannot create tables there, or not the extension pg_trgm. Make it the owner of the database, or let a superuser run this in the database: CREATE EXTENSION pg_trgm;',
  '42P07': 'it contains tables of another program. Give the blog an empty database of its own.',
  '3F000': 'its search_path names no existing schema.',
  '58P01|0A000':
    'it lacks the extension pg_trgm, which comes with PostgreSQL (on some systems in a separate package).',
  '22P05|22021':
    'it is not in UTF8. Create one with: create database … encoding utf8 template template0.',
  '25006':
    'it is read-only. Is this the primary server and not a replica, and can this user write?',
  '53300': 'it has too many connections already.',
  '57P0[123]': 'it is starting up or shutting down. Try again in a moment.',
};

const FAILURES = Object.entries(EXPLANATIONS).map(([codes, explanation]) => ({
  codes: new RegExp(`^(${codes})$`),
  explanation,
}));

/** These failures may pass by themselves, as while the machine starts. */
const PASSING =
  /^(ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|57P0[123])$/;

function codeOf(error: unknown): string {
  const { code = '' } = error as { code?: string };
  return code;
}

export function explainKnownFailure(error: unknown): string | undefined {
  return FAILURES.find(({ codes }) => codes.test(codeOf(error)))?.explanation;
}

/** True while the server cannot be reached, or is not ready, and may be soon. */
export function isServerAway(error: unknown): boolean {
  return PASSING.test(codeOf(error));
}

export function explainConnectionFailure(error: unknown): string {
  const explanation = explainKnownFailure(error);
  if (explanation === undefined) return sentenceOf(error);
  return error instanceof pg.DatabaseError
    ? `${explanation} The server said: ${reasonOf(error)}.`
    : explanation;
}
