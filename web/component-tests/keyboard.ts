import { commands } from 'vitest/browser';

type Keyboard = {
  press: (keys: string) => Promise<void>;
  type: (text: string) => Promise<void>;
};

/** Playwright's names of keys, as in `Control+Shift+z`. */
export const keyboard = commands as unknown as Keyboard;
