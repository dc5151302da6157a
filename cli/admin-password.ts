import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { createAuthService, generatePassword, passwordMistake } from '@longhand/api/administrator';
import { type Config, readConfig } from '@longhand/api/config';
import { openDatabase } from '@longhand/api/database';
import { readEnvironment } from '../server/environment.ts';
import { explainStartFailure } from '../server/failures.ts';
import { box } from '../server/messages.ts';

class Refusal extends Error {}

const silence = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Asks twice without showing what is typed; nothing typed means: make one up. */
async function askForPassword(): Promise<string | undefined> {
  const terminal = createInterface({ input: process.stdin, output: silence, terminal: true });
  const ask = async (question: string) => {
    process.stderr.write(question);
    const answer = await terminal.question('');
    process.stderr.write('\n');
    return answer;
  };
  try {
    const password = await ask('New password (leave empty to have one made): ');
    if (password === '') return undefined;
    if (password !== (await ask('Once more: '))) throw new Refusal('The two are not the same.');
    return password;
  } finally {
    terminal.close();
  }
}

async function readPiped(): Promise<string | undefined> {
  let piped = '';
  for await (const chunk of process.stdin.setEncoding('utf8')) piped += chunk;
  return piped.replace(/\r?\n$/, '') || undefined;
}

async function setPassword(config: Config): Promise<void> {
  if (config.admin.password !== undefined) {
    throw new Refusal(
      'ADMIN_PASSWORD is set, and is the password at every start. Change it there, or unset it first.',
    );
  }
  const chosen = await (process.stdin.isTTY ? askForPassword() : readPiped());
  const mistake = chosen === undefined ? null : passwordMistake(chosen);
  if (mistake) throw new Refusal(`The password ${mistake}.`);
  const password = chosen ?? generatePassword();
  const db = await openDatabase(config);
  try {
    await createAuthService(db, () => new Date()).setPassword(password);
  } finally {
    await db.destroy();
  }
  const lines = ['The password is set, and everybody is logged out.', ''];
  lines.push(`  Username  ${config.admin.username}`);
  if (chosen === undefined) lines.push(`  Password  ${password}`);
  process.stderr.write(`\n${box(lines)}\n`);
}

try {
  await setPassword(readConfig(readEnvironment()));
} catch (error) {
  // Ctrl+C at the question: nothing was asked for, nothing is to be explained.
  if (error instanceof Error && error.name === 'AbortError') process.exit(130);
  process.stderr.write(
    `${error instanceof Refusal ? error.message : explainStartFailure(error)}\n`,
  );
  process.exit(1);
}
