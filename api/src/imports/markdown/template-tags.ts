/** Tags are like `{% highlight ruby %}` or `{{< figure src="x" >}}`. */
export type TemplateTag = {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly argument: string;
  /** True for tags like `{% endhighlight %}` or `{{< /highlight >}}`. */
  readonly closes: boolean;
};

type Closed = TemplateTag & { readonly closing: TemplateTag | undefined };

/** Works from the end to the beginning, so that each tag is looked at once. */
function withClosing(tags: readonly TemplateTag[]): Closed[] {
  const next = new Map<string, TemplateTag>();
  return tags
    .toReversed()
    .map((tag) => {
      const closed = { ...tag, closing: next.get(tag.name) };
      if (tag.closes) next.set(tag.name, tag);
      return closed;
    })
    .toReversed();
}

type TagWriter = (tag: TemplateTag, inner: string | undefined) => string | undefined;

/** If `hasInner` is true for a tag, all up to its closing tag is replaced. */
export function replaceTags(
  text: string,
  tags: readonly TemplateTag[],
  hasInner: (name: string) => boolean,
  write: TagWriter,
): string {
  const parts: string[] = [];
  let at = 0;
  for (const tag of withClosing(tags)) {
    if (tag.from < at) continue;
    const closing = hasInner(tag.name) && !tag.closes ? tag.closing : undefined;
    const inner = closing && text.slice(tag.to, closing.from);
    const written = write(tag, inner);
    if (written === undefined) continue;
    parts.push(text.slice(at, tag.from), written);
    at = (closing ?? tag).to;
  }
  return parts.join('') + text.slice(at);
}

export function fencedCode(code: string, language: string): string {
  const longest = Math.max(2, ...Array.from(code.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const name = /^[\w+#.-]+$/.test(language) ? language : '';
  return `\n${fence}${name}\n${code.replace(/^\n|\n[ \t]*$/g, '')}\n${fence}\n`;
}

export function readArguments(argument: string) {
  const named = new Map<string, string>();
  const others: string[] = [];
  for (const [, name, double, single, plain] of argument.matchAll(
    /(?:([\w-]{1,50})\s*=\s*)?(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'=]+))/g,
  )) {
    const value = double ?? single ?? plain ?? '';
    if (name === undefined) others.push(value);
    else named.set(name, value);
  }
  return { named, others };
}

export function leftAsText(what: string, names: ReadonlySet<string>): string[] {
  if (names.size === 0) return [];
  const shown = [...names].slice(0, 10).join(', ');
  return [`It has ${what} that have no meaning here and were left as text: ${shown}.`];
}
