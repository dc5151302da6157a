import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createAuthService, generatePassword, validatePassword } from '@longhand/api/administrator';
import { createReserveFor } from '@longhand/api/disk-reserve';
import { openExistingDatabase } from '@longhand/api/existing-database';
import { box } from '../server/messages.ts';
import { CommandError, runCommand, say } from './command.ts';

const discard = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Does not show what is typed. Undefined if a password is to be generated. */
async function promptForPassword(): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: discard, terminal: true });
  const prompt = async (question: string) => {
    process.stderr.write(question);
    const answer = await terminal.question('');
    process.stderr.write('\n');
    return answer;
  };
  try {
    const password = await prompt('New password (leave empty to generate one): ');
    if (password === '') return undefined;
    if (password !== (await prompt('Once more: ')))
      throw new CommandError('The passwords do not match.');
    return password;
  } catch (error) {
    // Ctrl+C needs no message.
    if (error instanceof Error && error.name === 'AbortError') process.exit(130);
    throw error;
  } finally {
    terminal.close();
  }
}

async function readPiped(): Promise<string | undefined> {
  return (await text(process.stdin)).replace(/\r?\n$/, '') || undefined;
}

await runCommand({
  usage: 'npm run admin:password, which asks for the password',
  noArgument: 'Other users of this machine could see a password in a command.',
  async run({ config }) {
    if (config.admin.password !== undefined)
      throw new CommandError(
        `${config.admin.passwordFrom} is set and overrides the stored password at every start. Change it there, or unset it first.`,
      );
    createReserveFor(config)?.release();
    await using db = await openExistingDatabase(config, { onReplacementFinished: say });
    const chosen = await (process.stdin.isTTY ? promptForPassword() : readPiped());
    const problem = chosen === undefined ? null : validatePassword(chosen);
    if (problem) throw new CommandError(`The password ${problem}.`);
    const password = chosen ?? generatePassword();
    const auth = createAuthService(db, () => new Date());
    await auth.setPassword(password);
    const lines = ['The password was changed, and all sessions have ended.', ''];
    lines.push(`  Username  ${config.admin.username}`);
    if (chosen === undefined) lines.push(`  Password  ${password}`);
    const tokens = await auth.apiTokens.list();
    if (tokens.length > 0)
      lines.push('', 'API tokens still work. Delete those you do not recognise, in the settings.');
    say(`\n${box(lines)}`);
  },
});
