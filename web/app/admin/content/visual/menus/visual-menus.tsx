import { useSyncExternalStore } from 'react';
import { addressQuestionOf } from '../commands/address-question.ts';
import { announcementOf } from '../commands/announcement.ts';
import type { VisualView } from '../visual-view.ts';
import { BlockMenuList } from './block-menu.tsx';
import { type BlockMenuOptions, blockMenuOf } from './block-menu-plugin.ts';
import { isBubbleShown } from './bubble-plugin.ts';
import { LinkBar, linkAtCaret } from './link-bar.tsx';
import { QuestionField } from './question-field.tsx';
import { SelectionBubble } from './selection-bubble.tsx';

type Props = BlockMenuOptions & {
  readonly visual: VisualView;
  /** If the text or what floats over it has the focus. */
  readonly hasFocus: boolean;
};

/** What floats over the text. Its positioned parent is the frame of the text. */
export function VisualMenus({ visual, hasFocus, onPicture }: Props) {
  const state = useSyncExternalStore(visual.subscribe, visual.getState, visual.getState);
  const menu = blockMenuOf(state);
  const question = addressQuestionOf(state);
  const isFree = hasFocus && !menu && !question;
  const link = isFree ? linkAtCaret(state) : null;
  return (
    <div>
      <p role="status" className="visually-hidden">
        {menu && (menu.items.length === 1 ? '1 block' : `${menu.items.length} blocks`)}
      </p>
      <p role="status" className="visually-hidden">
        {announcementOf(state)}
      </p>
      {menu && <BlockMenuList visual={visual} menu={menu} onPicture={onPicture} />}
      {question && <QuestionField key={question.kind} visual={visual} question={question} />}
      {isFree && isBubbleShown(state) && <SelectionBubble visual={visual} state={state} />}
      {link && <LinkBar visual={visual} link={link} />}
    </div>
  );
}
