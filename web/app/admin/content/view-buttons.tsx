import { createContext, use, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import admin from '../ui/admin.module.css';
import { Button } from '../ui/button.tsx';
import menuStyles from '../ui/floating/menu.module.css';
import { useRovingFocus } from '../ui/floating/use-roving-focus.ts';
import { HAS_ROOM_FOR_TWO, IS_PHONE, useMedia } from '../ui/use-media.ts';
import { VIEW_MODES, type ViewMode } from './editor-view.ts';
import { FIND_KEYS } from './find/use-find.ts';
import { ariaKeyShortcuts, shortcut } from './html/text-tools.ts';
import styles from './toolbar.module.css';

/** In the line that stays at the top: a phone has the button for the views there. */
export const ViewsPlace = createContext<Element | null>(null);

type Props = {
  mode: ViewMode;
  onMode: (mode: ViewMode) => void;
  onFind: () => void;
  isFocusMode: boolean;
  onFocusMode: () => void;
};

export function ViewButtons({ mode, onMode, onFind, isFocusMode, onFocusMode }: Props) {
  const id = useId();
  const views = useRef<HTMLDivElement>(null);
  const place = use(ViewsPlace);
  const isMenu = useMedia(IS_PHONE) && !isFocusMode && place !== null;
  return (
    <>
      {isMenu &&
        createPortal(
          <Button popoverTarget={id}>
            Views
            <span aria-hidden="true" className={menuStyles.mark} />
          </Button>,
          place,
        )}
      <div
        ref={views}
        id={id}
        popover={isMenu ? 'auto' : undefined}
        className={isMenu ? menuStyles.menu : `${admin.toggles} ${styles.views}`}
        // Before the action, which may lead the focus elsewhere.
        onClickCapture={({ target, currentTarget }) => {
          if (isMenu && target !== currentTarget) currentTarget.hidePopover();
        }}
      >
        <Modes mode={mode} onMode={onMode} />
        <Button
          title={`Find and replace (${shortcut(FIND_KEYS)})`}
          aria-keyshortcuts={ariaKeyShortcuts(FIND_KEYS)}
          onClick={onFind}
        >
          Find
        </Button>
        <Button
          className={styles.focus}
          title="Distraction-free writing (Esc to exit)"
          onClick={onFocusMode}
        >
          {isFocusMode ? 'Exit focus' : 'Focus'}
        </Button>
      </div>
    </>
  );
}

const TABS = ['visual', 'html', 'preview'] as const;

function Modes({ mode, onMode }: Pick<Props, 'mode' | 'onMode'>) {
  const roving = useRovingFocus();
  const isBoth = mode === 'both';
  const hasRoom = useMedia(HAS_ROOM_FOR_TWO);
  const pressed = isBoth ? 'preview' : mode;
  return (
    <div role="toolbar" {...roving.props} aria-label="View of the content" className={styles.modes}>
      {TABS.map((option, index) => (
        <Button
          key={option}
          tabIndex={roving.tabIndexOf(index)}
          aria-pressed={pressed === option}
          onClick={() => option !== pressed && onMode(option)}
        >
          {VIEW_MODES[option]}
        </Button>
      ))}
      {hasRoom && pressed === 'preview' && (
        <Button
          role="switch"
          className={styles.switch}
          tabIndex={roving.tabIndexOf(TABS.length)}
          aria-checked={isBoth}
          onClick={() => onMode(isBoth ? 'preview' : 'both')}
        >
          {VIEW_MODES.both}
        </Button>
      )}
    </div>
  );
}
