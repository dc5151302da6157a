import type { EditorView } from '@longhand/contract/account';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { PlainButton } from '../ui/button.tsx';
import { Menu } from '../ui/floating/menu.tsx';
import { useRovingFocus } from '../ui/floating/use-roving-focus.ts';
import fieldStyles from './content-field.module.css';
import {
  type AskingTool,
  ariaKeyShortcuts,
  shortcut,
  TOOLBAR,
  type Tool,
} from './html/text-tools.ts';
import { ToolIcon } from './tool-icons.tsx';
import styles from './toolbar.module.css';

type ViewOfferProps = { onChoose: (view: EditorView) => void };

export function ViewOffer({ onChoose }: ViewOfferProps) {
  return (
    <p className={fieldStyles.offer}>
      Default editor: <PlainButton onClick={() => onChoose('visual')}>Write visually</PlainButton>{' '}
      <PlainButton onClick={() => onChoose('html')}>Write HTML</PlainButton>
    </p>
  );
}

/** How many tools fit into the line; the button for the rest needs room as well. */
function useFitting(toolbar: RefObject<HTMLElement | null>): number {
  const [count, setCount] = useState(TOOLBAR.length);
  useLayoutEffect(() => {
    const element = toolbar.current;
    if (!element) return;
    const update = () => {
      const width = element.querySelector('button')?.offsetWidth;
      // Hidden, as in a preview.
      if (!width) return;
      const room = Math.floor(element.clientWidth / width);
      setCount(room >= TOOLBAR.length ? TOOLBAR.length : Math.max(1, room - 1));
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  }, [toolbar]);
  return count;
}

type Props = {
  onTool: (tool: Tool | AskingTool) => void;
  onImage: () => void;
  /** Whether each toggle applies at the caret, by its name; without what is no toggle, or not known. */
  toggles: Readonly<Record<string, boolean>>;
  roving: ReturnType<typeof useRovingFocus<HTMLDivElement>>;
  onLeave: () => void;
};

export function Toolbar({ onTool, onImage, toggles, roving, onLeave }: Props) {
  const count = useFitting(roving.props.ref);
  const menu = useRovingFocus(true);
  const attributesOf = (tool: Tool | AskingTool) =>
    ({
      type: 'button',
      title: tool.keys ? `${tool.name} (${shortcut(tool.keys)})` : tool.name,
      'aria-label': tool.label,
      'aria-keyshortcuts': tool.keys ? ariaKeyShortcuts(tool.keys) : undefined,
      onClick: () => ('asks' in tool && tool.asks === 'image' ? onImage() : onTool(tool)),
    }) as const;
  return (
    <div
      role="toolbar"
      {...roving.props}
      aria-label="Formatting"
      aria-keyshortcuts="Alt+F10"
      title="Alt+F10 moves here from the text, Esc moves back"
      className={styles.toolbar}
      data-text
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
        else roving.props.onKeyDown(event);
      }}
    >
      {TOOLBAR.slice(0, count).map((tool, index) => (
        <button
          key={tool.name}
          {...attributesOf(tool)}
          tabIndex={roving.tabIndexOf(index)}
          aria-pressed={toggles[tool.name]}
          // Keeps the focus, and with it the selection, in the text.
          onPointerDown={(event) => event.preventDefault()}
        >
          <ToolIcon name={tool.label} />
        </button>
      ))}
      {count < TOOLBAR.length && (
        <Menu
          label={
            <>
              <ToolIcon name="More tools" />
              <span className="visually-hidden">More tools</span>
            </>
          }
          tabIndex={roving.tabIndexOf(count, true)}
          keepsFocus
          onOpen={() => {
            // A press leaves the focus in the text.
            if (roving.props.ref.current?.contains(document.activeElement)) menu.focus(0);
          }}
        >
          <div
            role="menu"
            tabIndex={-1}
            aria-label="More tools"
            {...menu.props}
            onKeyDown={(event) => {
              event.stopPropagation();
              menu.props.onKeyDown(event);
            }}
          >
            {TOOLBAR.slice(count).map((tool, index) => (
              <button
                key={tool.name}
                {...attributesOf(tool)}
                role="menuitem"
                tabIndex={menu.tabIndexOf(index)}
              >
                <ToolIcon name={tool.label} />
                {tool.label}
              </button>
            ))}
          </div>
        </Menu>
      )}
    </div>
  );
}
