import { describeVersion, findSnapshot, rollBack } from '@longhand/api/backups';
import { runCommand, say } from './command.ts';
import { counted } from './progress.ts';

await runCommand({
  usage: 'npm run rollback, or npm run rollback -- SNAPSHOT',
  async run({ config, argument }) {
    const snapshot = findSnapshot(config, argument);
    say(`Returning to\n${snapshot}`);
    const { facts, previous } = await rollBack(config.dataDir, snapshot);
    say(
      `The database was restored to that copy, with ${counted(facts.posts, 'post', 'posts')}. All sessions have ended.`,
    );
    if (previous) say(`The replaced database, with everything written since, is in\n${previous}`);
    say(`Now start ${describeVersion(facts)}: this version would update the database again.`);
  },
});
