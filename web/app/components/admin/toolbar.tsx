import type { Keys, Tool } from '../../lib/admin/text-tools.ts';
import styles from './content-field.module.css';

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** As it is written on the keys: Ctrl+Alt+2, or ⌘⌥2. */
function shortcut({ key, alt, shift }: Keys): string {
  if (isApple()) return `${shift ? '⇧' : ''}${alt ? '⌥' : ''}⌘${key}`;
  return ['Ctrl', alt && 'Alt', shift && 'Shift', key].filter(Boolean).join('+');
}

/** The same for assistive technology. */
function keyNames({ key, alt, shift }: Keys): string {
  return [isApple() ? 'Meta' : 'Control', alt && 'Alt', shift && 'Shift', key]
    .filter(Boolean)
    .join('+');
}

type Props = { tools: readonly Tool[]; onTool: (tool: Tool) => void };

export function Toolbar({ tools, onTool }: Props) {
  return (
    <fieldset aria-label="Formatting" className={styles.toolbar}>
      {tools.map((tool) => (
        <button
          key={tool.name}
          type="button"
          title={tool.name}
          aria-keyshortcuts={keyNames(tool.keys)}
          // Keeps the focus, and with it the selection, in the text.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onTool(tool)}
        >
          {tool.label}
          <span aria-hidden="true">{shortcut(tool.keys)}</span>
        </button>
      ))}
    </fieldset>
  );
}
