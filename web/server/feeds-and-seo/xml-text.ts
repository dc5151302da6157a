const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Removes the characters that XML does not allow, not even escaped. */
export function xmlText(text: string): string {
  return text.replace(NOT_IN_XML, '');
}
