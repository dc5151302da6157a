import type {} from '@vitest/browser-playwright';
import type { BrowserCommandContext } from 'vitest/node';

/** Keys of the real keyboard. Why not userEvent: it sends each key of a text with a message of its own. */
export const commands = {
  async press({ page }: BrowserCommandContext, keys: string): Promise<void> {
    await page.keyboard.press(keys);
  },
  async type({ page }: BrowserCommandContext, text: string): Promise<void> {
    await page.keyboard.type(text);
  },
};
