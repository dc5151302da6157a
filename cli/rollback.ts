import { findSnapshot, rollBack } from '@longhand/api/backups';
import { runCommand, say } from './command.ts';
import { counted } from './progress.ts';

await runCommand({
  usage: 'npm run rollback, or npm run rollback -- SNAPSHOT',
  async run({ config, argument }) {
    const snapshot = findSnapshot(config, argument);
    say(`Returning to\n${snapshot}`);
    const { facts, previous } = await rollBack(config.dataDir, snapshot);
    say(
      `The database is as it was then, with ${counted(facts.posts, 'post', 'posts')}. Everybody is logged out.`,
    );
    if (previous) say(`What was there before, and whatever was written since, is in\n${previous}`);
    const version = facts.version ? `version ${facts.version}` : 'the version that you had before';
    say(
      `Now start ${version}, whose last migration is ${facts.migrations.at(-1)}: this one would bring the database up to date again.`,
    );
  },
});
