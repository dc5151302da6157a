import { execFile } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createToken } from '../test-support/api-tokens.ts';
import { installMissing } from '../test-support/debian-packages.ts';
import { onSqlite } from '../test-support/dialects.ts';
import { temporaryFolder } from '../test-support/temporary-folder.ts';
import { startTestApp } from '../test-support/test-app.ts';
import { readBlocks, readSection } from './blocks.ts';

const page = readFileSync(new URL('automation.md', import.meta.url), 'utf8');
const section = readSection(page, '## Publish from a shell script');
const [script = '', storeToken = '', publish = ''] = readBlocks(section, 'sh');
const run = promisify(execFile);

/** What a careless script would break the JSON with. */
const CONTENT = `<h2>Tides</h2>\n\t<p class="a">C:\\temp "quoted" \u001b bell \u0007, 潮汐 🌊</p>\r\n\n<p>$HOME \`id\` %s\\n</p>\n`;

onSqlite((open) => {
  test('the shell script publishes a file, and says what is wrong', async ({ skip }) => {
    const missing = installMissing({ curl: 'curl' });
    if (missing.length > 0) return skip('curl is not installed');
    const site = await startTestApp(open);
    const session = await site.login();
    const address = await site.app.listen({ port: 0, host: '127.0.0.1' });
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'publish.sh'), script);
    writeFileSync(join(folder, 'tides.html'), CONTENT);
    const shell = (command: string, TOKEN = '') =>
      run('sh', ['-c', command.replace('https://blog.example', address)], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder, TOKEN, no_proxy: '*' },
      });

    const { token } = await createToken(site, session, { scope: 'publish' });
    await shell(storeToken, token);
    expect(statSync(join(folder, '.longhand-token')).mode & 0o777).toBe(0o600);
    const { stdout } = await shell(publish);
    const post = JSON.parse(stdout);
    expect(post).toMatchObject({ title: 'Tides', excerpt: 'Why the sea moves twice a day' });
    const [stored] = (await site.get(`/api/admin/posts?id=${post.id}`, session)).json();
    const dropped = (text: string, sign: string) => text.replaceAll(sign, '');
    const expected = ['\r', '\u0007', '\u001b'].reduce(dropped, CONTENT).trimEnd();
    expect(stored.content).toBe(expected);
    expect((await site.get(`/api/posts/${post.slug}`)).statusCode).toBe(200);

    const { token: weak } = await createToken(site, session, { scope: 'write' });
    await shell(storeToken, weak);
    await expect(shell(publish)).rejects.toMatchObject({
      code: 22,
      stdout: expect.stringContaining('needs publish'),
    });
    onTestFinished(() => site.app.server.closeAllConnections());
  });
});
