/** Safari ends a composition before it sends the key that ended it; only this code tells. */
const COMPOSING_KEY_CODE = 229;

/** Shift+Enter is a plain line break; during a composition, Enter belongs to the input method. */
export function isPlainEnter(event: React.KeyboardEvent): boolean {
  const { key, keyCode, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey) return false;
  return !nativeEvent.isComposing && keyCode !== COMPOSING_KEY_CODE;
}
