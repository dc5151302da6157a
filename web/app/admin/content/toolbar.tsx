import type { useRovingFocus } from '../ui/use-roving-focus.ts';
import styles from './content-field.module.css';
import { keyNames, shortcut } from './html/key-names.ts';
import { type AskingTool, TOOLBAR, type Tool } from './html/text-tools.ts';

function isForImages(tool: Tool | AskingTool): boolean {
  return 'asks' in tool && tool.asks === 'image';
}

type Props = {
  onTool: (tool: Tool | AskingTool) => void;
  /** Asks for images. */
  onImage: () => void;
  /** The names of the tools that apply at the caret; null where that is not known. */
  active: readonly string[] | null;
  roving: ReturnType<typeof useRovingFocus<HTMLDivElement>>;
  onLeave: () => void;
};

export function Toolbar({ onTool, onImage, active, roving, onLeave }: Props) {
  return (
    <div
      role="toolbar"
      {...roving.props}
      aria-label="Formatting"
      aria-keyshortcuts="Alt+F10"
      title="Alt+F10 leads here from the text, Escape back to it"
      className={styles.toolbar}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onLeave();
        else roving.props.onKeyDown(event);
      }}
    >
      {TOOLBAR.map((tool, index) => (
        <button
          key={tool.name}
          type="button"
          title={tool.keys ? `${tool.name} (${shortcut(tool.keys)})` : tool.name}
          tabIndex={roving.tabIndexOf(index)}
          aria-pressed={active?.includes(tool.name) || undefined}
          aria-keyshortcuts={tool.keys ? keyNames(tool.keys) : undefined}
          // Keeps the focus, and with it the selection, in the text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => (isForImages(tool) ? onImage() : onTool(tool))}
        >
          {tool.label}
        </button>
      ))}
    </div>
  );
}
