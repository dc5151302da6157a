import { expect, test } from 'vitest';
import { openDatabase } from '../api/src/database/open.ts';
import { deliveryReport } from '../test-support/delivery-reports.ts';
import { run, temporaryFolder } from '../test-support/server-process.ts';

const TOKEN = '0123456789abcdef0123456789abcdef';
const ADDRESS = `blog+${TOKEN}@example.org`;

async function createBlog(dataDir: string): Promise<void> {
  const db = await openDatabase({ dataDir, databaseUrl: undefined });
  const [email, created_at] = ['ann@example.com', '2026-01-01T00:00:00.000Z'];
  await db
    .insertInto('subscribers')
    .values({
      ...{ id: '1', email, email_key: email, state: 'confirmed', source: 'owner' },
      ...{ token: TOKEN, created_at, confirmed_at: created_at },
    })
    .execute();
  await db.destroy();
}

test('a mail that came back ends its address, and others change nothing', async () => {
  const settings = { DATA_DIR: temporaryFolder() };
  await createBlog(settings.DATA_DIR);
  const give = async (mail: string) => {
    const { exited, output } = run('cli/mail-bounces.ts', settings, mail);
    return [await exited, output.stdout, output.stderr];
  };
  const forged = deliveryReport(`blog+${'f'.repeat(32)}@example.org`);
  expect(await give(forged)).toEqual([
    ...[0, 'This report is not about a subscriber. Nothing was changed.\n', ''],
  ]);
  const long = deliveryReport(ADDRESS) + 'x'.repeat(3_000_000);
  expect(await give(long)).toEqual([
    0,
    'ann@example.com bounced and will get no more emails.\n',
    '',
  ]);
  const other = [0, 'This email is not a delivery report. Nothing was changed.\n', ''];
  expect(await give('Subject: Hi\n\nHello')).toEqual(other);
  expect(await give('')).toEqual(other);
});

test('it fails if there is nowhere to store', async () => {
  const { exited, output } = run('cli/mail-bounces.ts', { DATA_DIR: temporaryFolder() }, '');
  expect(await exited).toBe(1);
  expect(output.stderr).toMatch(/^There is no blog in/);
});
