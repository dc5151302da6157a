import { commands } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    press: (keys: string) => Promise<void>;
    type: (text: string) => Promise<void>;
    insertText: (text: string) => Promise<void>;
    takeClipboard: () => Promise<void>;
    releaseClipboard: () => Promise<void>;
    chooseFiles: (names: readonly string[]) => Promise<boolean>;
  }
}

/** The real keyboard, with Playwright's names of keys, as in `Control+Shift+z`. */
export const keyboard = {
  press: commands.press,
  type: commands.type,
  /** All at once, as an input method does. */
  insertText: commands.insertText,
};

/** To be called before the press that asks for files; says whether several may be chosen. */
export const chooseFiles = commands.chooseFiles;
