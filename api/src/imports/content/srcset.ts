/** A candidate of a `srcset`, with what stands before and after its address. */
const CANDIDATE = /([\s,]*)(\S*[^\s,])((?:\s+[^,]*)?,?)/g;

/** With other addresses; what `replace` does not know stays as it is. */
export async function rewriteSrcset(
  srcset: string,
  replace: (address: string) => Promise<string | undefined>,
): Promise<string> {
  let written = '';
  for (const [, before, address = '', after] of srcset.matchAll(CANDIDATE))
    written += before + ((await replace(address)) ?? address) + after;
  return written;
}
