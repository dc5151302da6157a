import { commands } from 'vitest/browser';
import type { Point } from './commands.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    drag: (from: Point, to: Point) => Promise<void>;
  }
}

/** With the real mouse. */
export const drag = commands.drag;
