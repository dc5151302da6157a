import { randomInt } from 'node:crypto';
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

const MIN_LENGTH = 10;
const MAX_LENGTH = 1_000;

/** Returns an error message, or null. */
export function validatePassword(password: string): string | null {
  if (password.length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  if (password.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  return null;
}
