import { resolve } from 'node:path';
import { ExportError, exportJobOf, exportToFolder } from '@longhand/api/exports';
import { CommandError, runCommand, say, untilStopped } from './command.ts';
import { counted, progressLine } from './progress.ts';

const USAGE = 'npm run export -- FOLDER, with --markdown for texts in Markdown';

const LOSSY =
  'Markdown cannot hold everything that HTML can: the texts are converted with losses. longhand.json has them as they were written.';

await runCommand({
  usage: USAGE,
  options: { markdown: 'boolean' },
  async run({ config, argument, options, folder }) {
    if (!argument) throw new CommandError(`Into which folder? Usage: ${USAGE}`);
    const target = resolve(folder, argument);
    const line = progressLine();
    const onProgress = ({ done, of }: { done: number; of: number }) =>
      line.show(`${done} of ${of} posts and pages`);
    const form = options.markdown ? 'markdown' : 'html';
    const { posts, pages, images } = await untilStopped((signal) =>
      exportToFolder(exportJobOf(config), target, { form, onProgress, signal }),
    )
      .catch((error) => {
        throw error instanceof ExportError ? new CommandError(error.message) : error;
      })
      .finally(line.clear);
    say(
      `${target}\nhas ${counted(posts, 'post', 'posts')}, ${counted(pages, 'page', 'pages')} and ${counted(images, 'picture', 'pictures')}, drafts included: keep it private. To bring them into a blog: npm run import -- ${argument}`,
    );
    if (form === 'markdown') say(LOSSY);
  },
});
