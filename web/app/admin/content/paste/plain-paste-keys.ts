type KeyPress = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'key' | 'timeStamp'>;

/** Between the keys and the paste that they cause. */
const KEYS_BEFORE_PASTE_MS = 1000;

/** Remembers the keys of 'Paste as plain text': not every browser leaves out the HTML. */
export class PlainPasteKeys {
  #pressedAt = Number.NEGATIVE_INFINITY;

  onKeyDown({ ctrlKey, metaKey, shiftKey, key, timeStamp }: KeyPress): void {
    const isPaste = (ctrlKey || metaKey) && key.toLowerCase() === 'v';
    if (isPaste) this.#pressedAt = shiftKey ? timeStamp : Number.NEGATIVE_INFINITY;
  }

  /** Whether they caused this paste. */
  havePasted({ timeStamp }: Pick<Event, 'timeStamp'>): boolean {
    return timeStamp - this.#pressedAt < KEYS_BEFORE_PASTE_MS;
  }
}
