import { createHash } from 'node:crypto';
import { randomGroups } from './passwords.ts';

const COUNT = 10;
/** With 79 bits a code cannot be guessed from its hash, so a fast hash is enough. */
const GROUPS = 4;

export function generateRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => randomGroups(GROUPS));
}

/** Capitals, spaces and hyphens do not matter. */
export function hashRecoveryCode(code: string): string {
  const characters = code.toLowerCase().replaceAll(/[\s-]/g, '');
  return createHash('sha256').update(characters).digest('hex');
}
