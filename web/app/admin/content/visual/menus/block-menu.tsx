import { useEffect, useRef } from 'react';
import floating from '../../../ui/floating.module.css';
import { showInList } from '../../../ui/show-in-list.ts';
import { useFloating } from '../../../ui/use-floating.ts';
import type { VisualView } from '../visual-view.ts';
import {
  BLOCK_MENU_ID,
  type BlockMenu,
  type BlockMenuOptions,
  blockOptionId,
  chooseInView,
  moveInBlockMenu,
} from './block-menu-plugin.ts';
import styles from './visual-menus.module.css';

type Props = { readonly visual: VisualView; readonly menu: BlockMenu } & BlockMenuOptions;

/** The text keeps the focus, and names the active option. */
export function BlockMenuList({ visual: { view }, menu, onPicture }: Props) {
  const ref = useFloating(() => view.coordsAtPos(menu.from), 'below');
  const active = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (menu.active >= 0) showInList(active.current);
  }, [menu.active]);
  return (
    <div
      ref={ref}
      id={BLOCK_MENU_ID}
      role="listbox"
      aria-label="Blocks"
      tabIndex={-1}
      className={`${floating.floating} ${styles.menu}`}
      onPointerDown={(event) => event.preventDefault()}
    >
      {menu.items.map((item, index) => (
        // The keys are handled in the text.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={item.name}
          ref={index === menu.active ? active : null}
          id={blockOptionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === menu.active}
          onPointerMove={() => moveInBlockMenu(index)(view.state, view.dispatch)}
          onClick={() => chooseInView(view, item, { onPicture })}
        >
          {item.name}
        </div>
      ))}
    </div>
  );
}
