import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy on this machine that passes requests on to the origin that `choose` names for their path. */
export async function startReverseProxy(choose: (path: string) => string, port = 0) {
  const server = createServer((incoming, response) => {
    const { method, headers, url = '/' } = incoming;
    const target = new URL(choose(url));
    const passed = request(
      { ...{ method, path: url, headers, hostname: target.hostname, port: target.port } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
