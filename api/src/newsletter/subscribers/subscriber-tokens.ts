import { randomBytes } from 'node:crypto';

const TOKEN = /^[\da-f]{32}$/;

/** In lower case: some mail servers change the case of an address that one is part of. */
export const createToken = () => randomBytes(16).toString('hex');

export const isToken = (text: string) => TOKEN.test(text);
