import { isIP } from 'node:net';

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.startsWith('127.') || host === '::1' || host === '[::1]';
}

/** Traffic in private networks is usually not encrypted. */
export function isPrivateHost(host: string): boolean {
  if (isLoopback(host)) return true;
  if (isIP(host)) return /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.)/.test(host);
  return !host.includes('.') || /\.(local|lan|home|internal|test)$/.test(host);
}
