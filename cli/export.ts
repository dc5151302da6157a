import { resolve } from 'node:path';
import type { Config } from '@longhand/api/config';
import { ExportError, exportJobOf, exportToFolder } from '@longhand/api/exports';
import { CommandError, runCommand, say, untilStopped } from './command.ts';
import { counted, progressLine } from './progress.ts';

const USAGE =
  'npm run export -- FOLDER, with --markdown for texts in Markdown, or with --static for the public site as files';

const LOSSY =
  'Markdown cannot hold everything that HTML can: the texts were converted with losses. longhand.json has them as they were written.';

const SHOWN = 10;

type Stop = AbortSignal;
type Form = 'html' | 'markdown';

async function exportTexts(config: Config, folder: string, form: Form, signal: Stop) {
  const line = progressLine();
  const onProgress = ({ done, of }: { done: number; of: number }) =>
    line.show(`${done} of ${of} posts and pages`);
  const { posts, pages, images } = await exportToFolder(exportJobOf(config), folder, {
    form,
    onProgress,
    signal,
  }).finally(line.clear);
  say(
    `${folder}\nhas ${counted(posts, 'post', 'posts')}, ${counted(pages, 'page', 'pages')} and ${counted(images, 'picture', 'pictures')}, drafts included: keep it private. To bring them into a blog, give this folder to npm run import.`,
  );
  if (form === 'markdown') say(LOSSY);
}

async function exportSite(config: Config, folder: string, signal: Stop) {
  const { makeStaticSite } = await import('../server/static-site/write-static-site.ts');
  const line = progressLine();
  const { files, missing } = await makeStaticSite(config, folder, {
    onFile: (count) => line.show(counted(count, 'file', 'files')),
    onMessage: say,
    signal,
  }).finally(line.clear);
  say(
    `${folder}\nhas the public site of ${config.site.url} as ${counted(files, 'file', 'files')} for any static host, with 404.html and _redirects.`,
  );
  if (missing.length > 0)
    say(
      `Pages link to ${counted(missing.length, 'address', 'addresses')} that the site does not have:\n${missing
        .slice(0, SHOWN)
        .map((path) => `  ${path}`)
        .join('\n')}${missing.length > SHOWN ? '\n  …' : ''}`,
    );
}

await runCommand({
  usage: USAGE,
  options: { markdown: 'boolean', static: 'boolean' },
  async run({ config, argument, options, folder }) {
    if (!argument) throw new CommandError(`Which folder? Usage: ${USAGE}`);
    if (options.markdown && options.static)
      throw new CommandError(`Use either --markdown or --static. Usage: ${USAGE}`);
    const target = resolve(folder, argument);
    await untilStopped((signal) =>
      options.static
        ? exportSite(config, target, signal)
        : exportTexts(config, target, options.markdown ? 'markdown' : 'html', signal),
    ).catch((error) => {
      throw error instanceof ExportError ? new CommandError(error.message) : error;
    });
  },
});
