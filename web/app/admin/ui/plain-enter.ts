/** Safari ends a composition before the key that ends it; only this code tells. */
const COMPOSING_KEY_CODE = 229;

/** With Shift it is a plain line break; during a composition it belongs to the input method. */
export function isPlainEnter(event: React.KeyboardEvent): boolean {
  const { key, keyCode, shiftKey, ctrlKey, metaKey, altKey, nativeEvent } = event;
  if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || altKey) return false;
  return !nativeEvent.isComposing && keyCode !== COMPOSING_KEY_CODE;
}
