import { expect, test } from 'vitest';
import { sendHalfLogin } from '../test-support/half-request.ts';
import { administrator, startServer, temporaryFolder } from '../test-support/server-process.ts';
import { picture, sendHalfUpload } from '../test-support/uploads.ts';

const ADMIN_PASSWORD = 'a password for tests';

test.each(['1', '2'])(
  'with %s workers, SIGTERM waits for an upload after other requests have ended',
  async (WORKERS) => {
    const settings = { WORKERS, ADMIN_PASSWORD, DATA_DIR: temporaryFolder() };
    const server = await startServer(settings, 'api');
    const { authorization } = await administrator(server.url, ADMIN_PASSWORD);
    const upload = await sendHalfUpload(
      server.url,
      authorization,
      await picture().png().toBuffer(),
    );
    const login = await sendHalfLogin(server.url, ADMIN_PASSWORD);
    server.child.kill('SIGTERM');
    await login.closed;
    upload.finish();
    expect((await upload.response).statusCode).toBe(200);
    expect(await server.exited).toBe(0);
  },
);
