const NOT_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

/** Without the characters that no XML may hold, however they are written. */
export function xmlText(text: string): string {
  return text.replace(NOT_IN_XML, '');
}
