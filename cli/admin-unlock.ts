import { createAuthService } from '@longhand/api/administrator';
import { createReserveFor } from '@longhand/api/disk-reserve';
import { openExistingDatabase } from '@longhand/api/existing-database';
import { box } from '../server/messages.ts';
import { runCommand, say } from './command.ts';

const count = (number: number, what: string) => `  ${number} ${what}${number === 1 ? '' : 's'}`;

await runCommand({
  usage:
    'npm run admin:unlock, which removes the authenticator app, all passkeys and recovery codes',
  noArgument: 'All of them are removed.',
  async run({ config }) {
    createReserveFor(config)?.release();
    await using db = await openExistingDatabase(config, { onReplacementFinished: say });
    const { factors } = createAuthService(db, () => new Date());
    const { totp, passkeys, recovery_codes_left } = await factors.removeAll();
    const lines = ['The second factor was removed, and all sessions have ended.', ''];
    lines.push(count(totp ? 1 : 0, 'authenticator app'));
    lines.push(count(passkeys.length, 'passkey'));
    lines.push(count(recovery_codes_left, 'recovery code'));
    say(`\n${box([...lines, '', 'The password alone logs in now.'])}`);
  },
});
