import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { readBlocks } from '../docs/blocks.ts';
import { createAuthority } from './certificates.ts';
import { installMissing } from './debian-packages.ts';
import { nginxConfiguration } from './nginx.ts';
import { freePort, type RunningProcess, runCommand, temporaryFolder } from './server-process.ts';

const HOST = 'blog.example';
const document = readFileSync(new URL('../docs/proxies.md', import.meta.url), 'utf8');

const blocks = (language: string) => readBlocks(document, language);

function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`docs/proxies.md has no ${from} any more`);
    text = text.replaceAll(from, to);
  }
  return text;
}

export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

type Ports = { readonly blog: number; readonly http: number; readonly https: number };
type Files = { readonly folder: string; readonly certificate: string; readonly key: string };

function nginxAsDocumented({ blog, http, https }: Ports, { folder, certificate, key }: Files) {
  const [plain = '', secure = '', metrics = ''] = blocks('nginx');
  const withMetrics = secure.replace(/\}\n$/, `${metrics}}\n`);
  const ipv6 = (port: number) => (hasIpv6 ? `listen [::1]:${port}` : `listen 127.0.0.3:${port}`);
  const servers = replaceAll(plain + withMetrics, {
    'listen 80': `listen 127.0.0.1:${http}`,
    'listen [::]:80': ipv6(http),
    '/var/www/acme': join(folder, 'acme'),
    '\n  listen 443': `\n  listen 127.0.0.1:${https}`,
    '\n  listen [::]:443': `\n  ${ipv6(https)}`,
    '127.0.0.1:3000': `127.0.0.1:${blog}`,
    '/etc/letsencrypt/live/blog.example/fullchain.pem': certificate,
    '/etc/letsencrypt/live/blog.example/privkey.pem': key,
    '/var/log/nginx': folder,
  });
  // Like Debian's nginx.conf.
  const defaults = `gzip on; access_log ${folder}/access.log;\n`;
  return nginxConfiguration(folder, defaults + servers);
}

function caddyAsDocumented({ blog, http, https }: Ports, { certificate, key }: Files) {
  const [text = '', metrics = ''] = blocks('caddy');
  const addresses = hasIpv6 ? '[::1] 127.0.0.1' : '127.0.0.1';
  const options = `admin off\nhttp_port ${http}\nhttps_port ${https}\ndefault_bind ${addresses}\n`;
  return replaceAll(`{\n${options}${text.slice(1)}`, {
    [`${HOST} {\n`]: `${HOST} {\ntls ${certificate} ${key}\n${metrics}`,
    '127.0.0.1:3000': `127.0.0.1:${blog}`,
  });
}

type Proxy = {
  readonly package: string;
  readonly configuration: (ports: Ports, files: Files) => string;
  readonly args: (file: string) => string[];
};

/** As docs/proxies.md has them, with other addresses, ports and files. */
const PROXIES = {
  nginx: {
    package: 'nginx-light',
    configuration: nginxAsDocumented,
    args: (file) => ['-c', file, '-p', join(file, '..')],
  },
  caddy: {
    package: 'caddy',
    configuration: caddyAsDocumented,
    args: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
} as const satisfies Record<string, Proxy>;

export type ProxyName = keyof typeof PROXIES;
export const PROXY_NAMES = Object.keys(PROXIES) as ProxyName[];

/** What is missing for a test, after it was installed if possible. */
export function missingFor(name: ProxyName): string[] {
  return installMissing({ [name]: PROXIES[name].package, openssl: 'openssl' });
}

type Address = { readonly host: string; readonly port: number };

async function untilListening({ child, output }: RunningProcess, { host, port }: Address) {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`It did not start: ${output.stderr}`);
    const isListening = await new Promise((resolve) => {
      const probe = request({ port, host, path: '/' }, (response) => {
        response.resume();
        resolve(true);
      });
      probe.once('error', () => resolve(false)).end();
    });
    if (isListening) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

export async function choosePorts(): Promise<Ports> {
  return { blog: await freePort(), http: await freePort(), https: await freePort() };
}

/** In front of the blog on one of these ports; it need not run yet. */
export async function startProxy(name: ProxyName, ports: Ports) {
  const { configuration, args } = PROXIES[name];
  const folder = temporaryFolder();
  const authority = createAuthority('tests');
  const signed = authority.sign(HOST);
  const file = join(folder, 'configuration');
  writeFileSync(file, configuration(ports, { folder, ...signed }));
  const acme = join(folder, 'acme/.well-known/acme-challenge');
  mkdirSync(acme, { recursive: true });
  writeFileSync(join(acme, 'token'), 'the answer');
  // Where Caddy stores its own data.
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const server = runCommand(name, args(file), { env });
  // Caddy redirects on the last of its addresses only, if they are named.
  const plain = { host: name === 'caddy' && hasIpv6 ? '::1' : '127.0.0.1', port: ports.http };
  await untilListening(server, plain);
  return {
    plain,
    ca: readFileSync(authority.certificate),
    async stop(): Promise<{ access: string; all: string }> {
      server.child.kill('SIGTERM');
      await server.exited;
      const read = (log: string) =>
        name === 'nginx' ? readFileSync(join(folder, log), 'utf8') : '';
      const logs = ['blog.log', 'blog-error.log', 'access.log', 'error.log'].map(read);
      return {
        access: logs[0] || server.output.stderr,
        all: logs.join('') + server.output.stderr + server.output.stdout,
      };
    },
  };
}
