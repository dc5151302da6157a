import { connect, createServer } from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresDatabase } from '../../../../test-support/postgres-databases.ts';
import { openDatabase } from '../open.ts';
import { STARTUP_PARAMETERS } from './postgres-dialect.ts';

const SSL_REQUEST = 80_877_103;
/** Accepted by PgBouncer without configuration. */
const ACCEPTED = ['user', 'database', 'client_encoding', 'application_name'];

/** The startup message is a list of zero-terminated names and values. */
function parseParameterNames(message: Buffer): string[] {
  const texts = message.subarray(8).toString('latin1').split('\0');
  return texts.filter((text, index) => index % 2 === 0 && text !== '');
}

function createRefusal(name: string): Buffer {
  const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${name}\0\0`;
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, Buffer.from(fields)]);
}

/** A proxy like PgBouncer: no TLS, and it refuses startup parameters that it is not told to ignore. */
async function startPooler(url: string, ignored: readonly string[]): Promise<string> {
  const { hostname, port } = new URL(url);
  const pooler = createServer((client) => {
    client.on('error', () => {});
    client.on('data', function negotiate(message: Buffer) {
      if (message.readInt32BE(4) === SSL_REQUEST) {
        client.write('N');
        return;
      }
      client.off('data', negotiate);
      const accepted = [...ACCEPTED, ...ignored];
      const unsupported = parseParameterNames(message).find((name) => !accepted.includes(name));
      if (unsupported !== undefined) {
        client.end(createRefusal(unsupported));
        return;
      }
      const upstream = connect(Number(port), hostname);
      upstream.on('error', () => client.destroy());
      upstream.write(message);
      client.pipe(upstream).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void pooler.close());
  await new Promise((resolve) => pooler.once('listening', resolve));
  const address = new URL(url);
  address.port = String((pooler.address() as { port: number }).port);
  return address.href;
}

test.each([
  ['none of them', ''],
  [
    'those of one kind of connection only',
    'statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
  ],
  ['those of the other kind only', 'options'],
])(
  'behind a pooler that ignores %s, the start error says what to configure',
  async (_, ignored) => {
    const databaseUrl = await startPooler(await createPostgresDatabase(), ignored.split(','));
    const opened = openDatabase({ dataDir: '', databaseUrl });
    await expect(opened).rejects.toThrow(
      new RegExp(
        `could not be reached: .*ignore_startup_parameters = ${STARTUP_PARAMETERS}. The server said: unsupported startup parameter`,
      ),
    );
  },
);

test('behind a pooler that is configured as advised, the database opens', async () => {
  const ignored = STARTUP_PARAMETERS.split(',');
  const databaseUrl = await startPooler(await createPostgresDatabase(), ignored);
  await (await openDatabase({ dataDir: '', databaseUrl })).destroy();
});

test('if the user may not create the extension, the advised statement works for a superuser', async () => {
  const url = new URL(await createPostgresDatabase('template template0'));
  const owner = new pg.Client(url.href);
  await owner.connect();
  onTestFinished(() => owner.end());
  const name = `limited_${url.pathname.slice(-12)}`;
  await owner.query(`create role ${name} login; grant create on schema public to ${name}`);
  url.username = name;
  const open = () => openDatabase({ dataDir: '', databaseUrl: url.href });
  const reason: string = await open().then(
    () => 'it was opened',
    ({ message }) => message,
  );
  expect(reason).toMatch(/or let a superuser run this in the database: CREATE EXTENSION pg_trgm;/);
  expect(reason).toContain('The server said: permission denied to create extension');
  const [statement = ''] = /CREATE EXTENSION pg_trgm;/.exec(reason) ?? [];
  await owner.query(statement);
  await (await open()).destroy();
});
