import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { DatabaseStartError } from '../location.ts';

/** The modes of libpq, sorted weakest first. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const NEGOTIATIONS = ['postgres', 'direct'];
/** Other TLS parameters are refused: ignoring them could weaken the connection silently. */
const SUPPORTED = ['ssl', 'sslmode', 'sslnegotiation', ...FILES];

const VERIFYING: readonly SslMode[] = ['verify-ca', 'verify-full'];

/** libpq treats `ssl=true`, which comes from JDBC, as sslmode=require. */
function sslModeOf({ searchParams }: URL): SslMode {
  const mode = searchParams.get('sslmode') as SslMode | null;
  return mode ?? (searchParams.get('ssl') === 'true' ? 'require' : 'prefer');
}

export function validateSslParameters(databaseUrl: string): string[] {
  const url = new URL(databaseUrl);
  const { searchParams } = url;
  const param = (name: string) => searchParams.get(name);
  const unsupported = [...searchParams.keys()].filter(
    (name) => /ssl|tls/i.test(name) && !SUPPORTED.includes(name),
  );
  const mode = sslModeOf(url);
  const isWeak = !VERIFYING.includes(mode) && mode !== 'require';
  const rules: [boolean, string][] = [
    [
      unsupported.length > 0,
      `has ${unsupported.join(', ')}, which is not supported: use ${SUPPORTED.join(', ')}`,
    ],
    [!SSL_MODES.includes(mode), `has an unknown sslmode: use ${SSL_MODES.join(', ')}`],
    [!['true', null].includes(param('ssl')), 'may have ssl=true; for anything else, use sslmode'],
    [
      param('sslrootcert') === 'system' && mode !== 'verify-full',
      'may have sslrootcert=system only with sslmode=verify-full',
    ],
    [
      mode === 'verify-ca' && !param('sslrootcert'),
      'needs sslrootcert with sslmode=verify-ca: the certificate of the authority to trust',
    ],
    [!param('sslcert') !== !param('sslkey'), 'needs both sslcert and sslkey, or neither'],
    [
      !NEGOTIATIONS.includes(param('sslnegotiation') ?? 'postgres'),
      `has an unknown sslnegotiation: use ${NEGOTIATIONS.join(', ')}`,
    ],
    [
      param('sslnegotiation') === 'direct' && isWeak,
      'may have sslnegotiation=direct only with sslmode=require or stronger',
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, message]) => `${message}.`);
}

function readFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DatabaseStartError(
      `DATABASE_URL names ${path} as ${name}, which could not be read (${code}). It must be a file that this user may read.`,
    );
  }
}

function readFiles({ searchParams }: URL): ConnectionOptions {
  const [ca, cert, key] = FILES.map((name) => {
    const path = searchParams.get(name);
    return path && path !== 'system' ? readFile(name, path) : undefined;
  });
  const files = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) };
  try {
    createSecureContext(files);
    // createSecureContext accepts any text as `ca`.
    if (ca) new X509Certificate(ca);
  } catch (error) {
    const { message } = error as Error;
    throw new DatabaseStartError(
      `The files that DATABASE_URL names as ${FILES.join(', ')} are not certificates and a key, or do not match each other (${message}).`,
    );
  }
  return files;
}

/** verify-ca checks who signed the certificate, but not the host name. */
const acceptAnyHost = () => undefined;

/** TLS options in the order to try them; `false` is an unencrypted connection. */
export type TlsAttempts = readonly [ConnectionOptions | false, ...(ConnectionOptions | false)[]];

function tlsAttemptsOf(url: URL): TlsAttempts {
  const mode = sslModeOf(url);
  if (mode === 'disable') return [false];
  const files = readFiles(url);
  if (mode === 'verify-full') return [files];
  const isVerified = mode === 'verify-ca' || (mode === 'require' && files.ca !== undefined);
  if (isVerified) return [{ ...files, checkServerIdentity: acceptAnyHost }];
  const encrypted = { ...files, rejectUnauthorized: false };
  if (mode === 'require') return [encrypted];
  return mode === 'prefer' ? [encrypted, false] : [false, encrypted];
}

export function parseDatabaseUrl(databaseUrl: string): {
  connectionString: string;
  attempts: TlsAttempts;
} {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  // PostgreSQL has no TLS on Unix sockets.
  const attempts: TlsAttempts = host.startsWith('/') ? [false] : tlsAttemptsOf(url);
  // pg gives these other meanings than libpq, and warns about it.
  for (const name of ['ssl', 'sslmode', ...FILES]) url.searchParams.delete(name);
  if (attempts[0] === false) url.searchParams.delete('sslnegotiation');
  // Would override ours, by which other processes detect that the blog is in use.
  url.searchParams.delete('application_name');
  return { connectionString: url.href, attempts };
}
