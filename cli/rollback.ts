import { findSnapshot, rollBack } from '@longhand/api/backups';
import { counted } from './amounts.ts';
import { runCommand, say } from './command.ts';

await runCommand('npm run rollback, or npm run rollback -- SNAPSHOT', async (config, argument) => {
  const snapshot = findSnapshot(config, argument);
  say(`Returning to\n${snapshot}`);
  const { facts, aside } = await rollBack(config.dataDir, snapshot);
  say(
    `The database is as it was then, with ${counted(facts.posts, 'post', 'posts')}. Everybody is logged out.`,
  );
  if (aside) say(`What was there before, and whatever was written since, is in\n${aside}`);
  const version = facts.version ? `version ${facts.version}` : 'the version that you had before';
  say(
    `Now start ${version}, whose last migration is ${facts.migrations.at(-1)}: this one would bring the database up to date again.`,
  );
});
