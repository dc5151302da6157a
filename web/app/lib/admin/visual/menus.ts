import type { Plugin } from 'prosemirror-state';
import { addressQuestion } from './address-question.ts';
import { type BlockMenuOptions, blockMenu } from './block-menu.ts';
import { openLinks } from './open-links.ts';
import { selectionBubble } from './selection-bubble.ts';
import { toolKeys } from './tool-keys.ts';

/** The parts that float over the text, and the toolbar's shortcuts. */
export function menuPlugins(options: BlockMenuOptions & { readonly asked: string }): Plugin[] {
  return [
    blockMenu(options),
    addressQuestion(options.asked),
    selectionBubble(),
    openLinks(),
    toolKeys(),
  ];
}
