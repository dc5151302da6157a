import type { FastifyRequest } from 'fastify';
import { isInProcess } from './request-id.ts';

/** Whom a request is for: a page in this process passes on the address of its visitor. */
export function visitorAddress({ headers, ip, raw }: FastifyRequest): string {
  const passedOn = headers['x-forwarded-for'];
  return isInProcess(raw) && typeof passedOn === 'string' ? passedOn : ip;
}
