import type { Plugin } from 'prosemirror-state';
import { addressQuestion } from '../commands/address-question.ts';
import { announcements } from '../commands/announcement.ts';
import { openLinks } from '../commands/open-links.ts';
import { toolKeys } from '../commands/tool-keys.ts';
import { type BlockMenuOptions, blockMenu } from './block-menu-plugin.ts';
import { selectionBubble } from './bubble-plugin.ts';

/** The parts that float over the text, and the toolbar's shortcuts. */
export function menuPlugins(options: BlockMenuOptions & { readonly asked: string }): Plugin[] {
  return [
    blockMenu(options),
    addressQuestion(options.asked),
    selectionBubble(),
    openLinks(),
    toolKeys(),
    announcements(),
  ];
}
