import { randomInt } from 'node:crypto';
import { PASSWORD_LENGTH } from '@longhand/contract/limits';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for Argon2id, which is the library's default. */
const COSTS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COSTS);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFC'));
}

/** Without characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** About 99 bits. */
export function generatePassword(): string {
  const group = () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return Array.from({ length: 5 }, group).join('-');
}

/** Returns an error message, or null. */
export function validatePassword(password: string): string | null {
  const { min, max } = PASSWORD_LENGTH;
  if (password.length < min) return `must have at least ${min} characters`;
  if (password.length > max) return `must have at most ${max} characters`;
  return null;
}
