import { parseLinkAddress } from '../../html/link-address.ts';

const WEB = /^(?:https?:\/\/\S+|www\.[^\s/.]+\.\S+)$/i;
const MAIL = /^[^\s@<>()[\]:/]+@[^\s@<>()[\]:/]+\.[a-z]{2,}$/i;

const BEFORE = /^[([{<“„«‘‚"']+/;
const BEHIND = /[.,;:!?…'’"”“»>*_~]+$/;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

function count(text: string, sign: string): number {
  return text.split(sign).length - 1;
}

/** Without the signs of the sentence behind it; a bracket may belong to the address. */
function withoutSigns(word: string): string {
  const address = word.replace(BEHIND, '');
  const last = address.at(-1) ?? '';
  const opening = PAIRS[last];
  const isOutside = opening !== undefined && count(address, last) > count(address, opening);
  return isOutside ? withoutSigns(address.slice(0, -1)) : address;
}

export type TypedAddress = {
  /** Where it begins and ends in the text. */
  readonly from: number;
  readonly to: number;
  readonly href: string;
};

/** The address that is the last word of a text. A bare host could be meant as text. */
export function addressAtEnd(text: string): TypedAddress | null {
  const word = /[^\s\ufffc]*$/.exec(text)?.[0] ?? '';
  const start = BEFORE.exec(word)?.[0].length ?? 0;
  const address = withoutSigns(word.slice(start));
  if (!WEB.test(address) && !MAIL.test(address)) return null;
  const parsed = parseLinkAddress(address);
  if (!('href' in parsed)) return null;
  const from = text.length - word.length + start;
  return { from, to: from + address.length, href: parsed.href };
}
