import { type BounceResult, createBounces, MAX_REPORT_BYTES } from '@longhand/api/bounces';
import { openExistingDatabase } from '@longhand/api/existing-database';
import { CommandError, runCommand, say } from './command.ts';

const NOTHING_CHANGED: Readonly<Record<Exclude<BounceResult['kind'], 'ended'>, string>> = {
  'no-report': 'This email is not a delivery report.',
  'no-hard-bounce': 'This report names no permanent failure.',
  'unknown-address': 'This report is not about a subscriber.',
  'ended-before': 'This subscriber has already unsubscribed or bounced.',
};

/** Reads to the end, so that whoever pipes it in is not interrupted. What is too long is cut off. */
async function readMail(): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin) {
    if (bytes < MAX_REPORT_BYTES) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
}

function describe(result: BounceResult): string {
  if (result.kind !== 'ended') return `${NOTHING_CHANGED[result.kind]} Nothing was changed.`;
  return `${result.emails.join(', ')} bounced and will get no more emails.`;
}

await runCommand({
  usage: 'npm run mail:bounces < MAIL',
  noArgument: 'The email is read from standard input.',
  async run({ config }) {
    if (process.stdin.isTTY)
      throw new CommandError('Pipe a bounced email into it: npm run mail:bounces < MAIL');
    const raw = await readMail();
    await using db = await openExistingDatabase(config, { onReplacementFinished: say });
    const bounces = createBounces({ db, clock: () => new Date() });
    console.log(describe(await bounces.accept(raw)));
  },
});
