import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ConnectionOptions, createSecureContext } from 'node:tls';
import { DatabaseStartError } from './location.ts';

/** As libpq has them, from the weakest to the strongest. */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const NEGOTIATIONS = ['postgres', 'direct'];
/** All that an address may say of encryption; anything else about it would be promised and not kept. */
const KNOWN = ['ssl', 'sslmode', 'sslnegotiation', ...FILES];

const VERIFYING: readonly SslMode[] = ['verify-ca', 'verify-full'];

/** With `ssl=true`, which other drivers have, libpq requires it. */
function modeOf({ searchParams }: URL): SslMode {
  const mode = searchParams.get('sslmode') as SslMode | null;
  return mode ?? (searchParams.get('ssl') === 'true' ? 'require' : 'prefer');
}

/** What is wrong with what an address of a database says of encryption: a sentence for each mistake. */
export function findSslMistakes(address: string): string[] {
  const url = new URL(address);
  const { searchParams } = url;
  const given = (name: string) => searchParams.get(name);
  const unknown = [...searchParams.keys()].filter(
    (name) => /ssl|tls/i.test(name) && !KNOWN.includes(name),
  );
  const mode = modeOf(url);
  const isWeak = !VERIFYING.includes(mode) && mode !== 'require';
  const rules: [boolean, string][] = [
    [unknown.length > 0, `has ${unknown.join(', ')}, which is not known: ${KNOWN.join(', ')} are`],
    [!SSL_MODES.includes(mode), `has no such sslmode: it is one of ${SSL_MODES.join(', ')}`],
    [!['true', null].includes(given('ssl')), 'may have ssl=true; for anything else, use sslmode'],
    [
      given('sslrootcert') === 'system' && mode !== 'verify-full',
      'may have sslrootcert=system only with sslmode=verify-full',
    ],
    [
      mode === 'verify-ca' && !given('sslrootcert'),
      'needs sslrootcert with sslmode=verify-ca: the certificate of the authority to trust',
    ],
    [!given('sslcert') !== !given('sslkey'), 'needs sslcert and sslkey together, or none of them'],
    [
      !NEGOTIATIONS.includes(given('sslnegotiation') ?? 'postgres'),
      `has no such sslnegotiation: it is one of ${NEGOTIATIONS.join(', ')}`,
    ],
    [
      given('sslnegotiation') === 'direct' && isWeak,
      'may have sslnegotiation=direct only with sslmode=require or stronger',
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, says]) => `${says}.`);
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
    // What is no certificate at all would only be one that fits nobody.
    if (ca) new X509Certificate(ca);
  } catch (error) {
    const { message } = error as Error;
    throw new DatabaseStartError(
      `The files that DATABASE_URL names as ${FILES.join(', ')} are no certificates and no key, or do not fit each other (${message}).`,
    );
  }
  return files;
}

/** Of whose name nobody asks: any that the authority has signed. */
const anyName = () => undefined;

/** Encrypted connections and plain ones, in the order in which they are tried. */
export type Attempts = readonly [ConnectionOptions | false, ...(ConnectionOptions | false)[]];

function attemptsOf(url: URL): Attempts {
  const mode = modeOf(url);
  if (mode === 'disable') return [false];
  const files = readFiles(url);
  if (mode === 'verify-full') return [files];
  const isVerified = mode === 'verify-ca' || (mode === 'require' && files.ca !== undefined);
  if (isVerified) return [{ ...files, checkServerIdentity: anyName }];
  const encrypted = { ...files, rejectUnauthorized: false };
  if (mode === 'require') return [encrypted];
  return mode === 'prefer' ? [encrypted, false] : [false, encrypted];
}

/** The one place that turns DATABASE_URL into what a connection is made with. */
export function readAddress(address: string): { connectionString: string; attempts: Attempts } {
  const url = new URL(address);
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.hostname);
  // Nobody can listen to a socket of this machine: there is no encryption for it.
  const attempts: Attempts = host.startsWith('/') ? [false] : attemptsOf(url);
  // The driver has meanings of its own for them, and warns of that.
  for (const name of ['ssl', 'sslmode', ...FILES]) url.searchParams.delete(name);
  if (attempts[0] === false) url.searchParams.delete('sslnegotiation');
  // What is asked for in an address goes before what is set here; by this name others know of us.
  url.searchParams.delete('application_name');
  return { connectionString: url.href, attempts };
}
