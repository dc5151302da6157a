import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import type { FastifyInstance } from 'fastify';
import { onTestFinished } from 'vitest';
import routes from '../web/app/routes.ts';

/** A value that the route answers. */
const SAMPLES: Readonly<Record<string, string>> = { action: 'leave', part: '1', year: '2009' };

/** `/archive/2009` of `/archive/:year`; of a parameter's pattern nothing is left. */
function toPath(route: string): string {
  const path = route
    .replace(/\([^()]*\)/g, '')
    .replace(/:(\w+)\??/g, (_, name: string) => SAMPLES[name] ?? 'x')
    .replace('*', 'x');
  return path.replace(/(?<=.)\/$/, '');
}

/** Of the Fastify apps that are made from now on, in the order in which they are added. */
export function collectServedPaths(): string[] {
  const paths: string[] = [];
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    // Everything else is a page.
    fastify.addHook('onRoute', ({ url }) => void (url !== '/*' && paths.push(toPath(url))));
  };
  subscribe('fastify.initialization', collect);
  onTestFinished(() => void unsubscribe('fastify.initialization', collect));
  return paths;
}

function listPaths(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap(({ path, index, children }) => {
    const own = path === undefined ? parent : `${parent}/${path}`;
    const below = listPaths(children ?? [], own);
    return path === undefined && !index ? below : [toPath(own || '/'), ...below];
  });
}

/** Of posts, of pages, and of what is not found. */
const WRITTEN = ['/blog/x', '/x'];

export const pagePaths = () => listPaths(routes).filter((path) => !WRITTEN.includes(path));

export const publicFiles = () =>
  readdirSync(new URL('../web/public/', import.meta.url)).map((name) => `/${name}`);
