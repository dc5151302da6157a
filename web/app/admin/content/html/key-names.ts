import type { Keys } from './text-tools.ts';

function isApple(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

/** Ctrl+Alt+2, or ⌘⌥2. */
export function shortcut({ key, alt, shift }: Keys): string {
  if (isApple()) return `${shift ? '⇧' : ''}${alt ? '⌥' : ''}⌘${key}`;
  return ['Ctrl', alt && 'Alt', shift && 'Shift', key].filter(Boolean).join('+');
}

/** For aria-keyshortcuts. */
export function keyNames({ key, alt, shift }: Keys): string {
  return [isApple() ? 'Meta' : 'Control', alt && 'Alt', shift && 'Shift', key]
    .filter(Boolean)
    .join('+');
}
