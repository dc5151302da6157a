import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const BYTE_EVERY_MS = 1_000;

/** Half of them never finish their question, half never read the answer. */
export async function openSlowClients(port: number, number: number) {
  const sockets: Socket[] = [];
  for (let n = 0; n < number; n += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    await once(socket, 'connect');
    const isAsking = n % 2 === 0;
    socket.write(
      isAsking
        ? 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '
        : 'GET /blog HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(20),
    );
    if (isAsking) sockets.unshift(socket);
    else sockets.push(socket);
  }
  const asking = sockets.slice(0, Math.ceil(number / 2));
  const timer = setInterval(() => {
    for (const socket of asking) if (socket.writable) socket.write('x');
  }, BYTE_EVERY_MS);
  return {
    opened: sockets.length,
    close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
