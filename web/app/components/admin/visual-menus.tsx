import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { addressQuestionOf } from '../../lib/admin/visual/address-question.ts';
import { type BlockMenuOptions, blockMenuOf } from '../../lib/admin/visual/block-menu.ts';
import { isBubbleShown } from '../../lib/admin/visual/selection-bubble.ts';
import type { VisualView } from '../../lib/admin/visual/visual-view.ts';
import { AddressField } from './address-field.tsx';
import { BlockMenuList } from './block-menu.tsx';
import { LinkBar, linkAtCaret } from './link-bar.tsx';
import { SelectionBubble } from './selection-bubble.tsx';

/** If the text or what floats over it has the focus. */
function useHasFocus({ view }: VisualView, layer: RefObject<HTMLElement | null>): boolean {
  const [hasFocus, setHasFocus] = useState(() => view.hasFocus());
  useEffect(() => {
    const parent = layer.current?.parentElement;
    const onFocus = ({ target }: FocusEvent) =>
      setHasFocus(view.hasFocus() || Boolean(layer.current?.contains(target as Node)));
    const onBlur = ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget || !parent?.contains(relatedTarget as Node)) setHasFocus(false);
    };
    parent?.addEventListener('focusin', onFocus);
    parent?.addEventListener('focusout', onBlur);
    return () => {
      parent?.removeEventListener('focusin', onFocus);
      parent?.removeEventListener('focusout', onBlur);
    };
  }, [view, layer]);
  return hasFocus;
}

/** What floats over the text. Its positioned parent is the frame of the text. */
export function VisualMenus({
  visual,
  onPicture,
}: { readonly visual: VisualView } & BlockMenuOptions) {
  const layer = useRef<HTMLDivElement>(null);
  const state = useSyncExternalStore(visual.subscribe, visual.getState, visual.getState);
  const hasFocus = useHasFocus(visual, layer);
  const menu = blockMenuOf(state);
  const question = addressQuestionOf(state);
  const isFree = hasFocus && !menu && !question;
  const link = isFree ? linkAtCaret(state) : null;
  return (
    <div ref={layer}>
      <p role="status" className="visually-hidden">
        {menu && (menu.items.length === 1 ? '1 block' : `${menu.items.length} blocks`)}
      </p>
      {menu && <BlockMenuList visual={visual} menu={menu} onPicture={onPicture} />}
      {question && <AddressField key={question.kind} visual={visual} question={question} />}
      {isFree && isBubbleShown(state) && <SelectionBubble visual={visual} state={state} />}
      {link && <LinkBar visual={visual} link={link} />}
    </div>
  );
}
