import { connect, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { freePort } from './free-port.ts';

/** Another address of this database, at which nobody answers until `start` is called. */
export async function lateDatabase(databaseUrl: string) {
  const url = new URL(databaseUrl);
  const [port, realPort] = [await freePort(), Number(url.port)];
  url.port = String(port);
  return {
    url: url.href,
    start(): void {
      const server = createServer((socket) => {
        const real = connect(realPort, '127.0.0.1');
        socket.on('error', () => real.destroy()).pipe(real);
        real.on('error', () => socket.destroy()).pipe(socket);
      }).listen(port, '127.0.0.1');
      onTestFinished(() => void server.close());
    },
  };
}
