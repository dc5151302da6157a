import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { ImportError } from '../../source.ts';

/** Not trimmed; empty if there is no such child. */
export function rawTextOf({ children }: WxrElement, name: string): string {
  return children.find((child) => child.name === name)?.text ?? '';
}

export function textOf(element: WxrElement, name: string): string {
  return rawTextOf(element, name).trim();
}

export function childrenOf({ children }: WxrElement, name: string): WxrElement[] {
  return children.filter((child) => child.name === name);
}

export function fieldsOf(item: WxrElement): ReadonlyMap<string, string> {
  return new Map(
    childrenOf(item, 'wp:postmeta').map((field) => [
      textOf(field, 'wp:meta_key'),
      textOf(field, 'wp:meta_value'),
    ]),
  );
}

/** An element of the channel, such as an item, or an element in it. */
export type WxrElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  text: string;
  readonly children: WxrElement[];
};

/** Limits each element of the channel: no post comes near these, and they fit into memory. */
const LIMITS = { characters: 16_000_000, elements: 100_000, depth: 64 } as const;

const ITEM_FIELDS =
  'title link guid pubDate category content:encoded excerpt:encoded wp:post_id wp:post_date wp:post_date_gmt wp:post_name wp:post_parent wp:menu_order wp:status wp:post_type wp:post_password wp:attachment_url wp:postmeta wp:comment';

/** The keys are parents, the values their children that are read; everything else is skipped. */
const READ: Readonly<Record<string, ReadonlySet<string>>> = {
  item: new Set(ITEM_FIELDS.split(' ')),
  'wp:postmeta': new Set(['wp:meta_key', 'wp:meta_value']),
  'wp:category': new Set([
    ...['wp:term_id', 'wp:category_nicename', 'wp:category_parent', 'wp:cat_name'],
  ]),
  'wp:tag': new Set(['wp:term_id', 'wp:tag_slug', 'wp:tag_name']),
  channel: new Set([
    ...['link', 'wp:base_site_url', 'wp:base_blog_url', 'wp:category', 'wp:tag', 'item'],
  ]),
  rss: new Set(['channel']),
};

function tooLong(): never {
  throw new ImportError(
    'An item of the export is longer than 16 million characters, which no post is. The file may be damaged: please export again.',
  );
}

/** Takes the parser's events, and returns the elements of the channel as they end. */
class ElementCollector {
  readonly #finished: WxrElement[] = [];
  /** The open elements that are read, from `rss` on. */
  readonly #open: WxrElement[] = [];
  #skippedOpen = 0;
  #characters = 0;
  #elements = 0;

  takeFinished(): WxrElement[] {
    return this.#finished.splice(0);
  }

  open({ name, attributes }: SaxesTagPlain): void {
    const parent = this.#open.at(-1);
    const isRead = parent ? READ[parent.name]?.has(name) : name === 'rss';
    if (this.#skippedOpen + this.#open.length >= LIMITS.depth) tooLong();
    if (this.#skippedOpen > 0 || !isRead) {
      this.#skippedOpen += 1;
      return;
    }
    this.#elements += 1;
    if (this.#elements > LIMITS.elements) tooLong();
    this.#open.push({ name, attributes, text: '', children: [] });
  }

  close(): void {
    if (this.#skippedOpen > 0) {
      this.#skippedOpen -= 1;
      return;
    }
    const element = this.#open.pop();
    const parent = this.#open.at(-1);
    if (!element || !parent || parent.name === 'rss') return;
    if (parent.name === 'channel') this.#finish(element);
    else parent.children.push(element);
  }

  #finish(element: WxrElement): void {
    this.#finished.push(element);
    this.#characters = 0;
    this.#elements = 0;
  }

  text(text: string): void {
    const element = this.#open.at(-1);
    if (this.#skippedOpen > 0 || !element || this.#open.length < 3) return;
    this.#characters += text.length;
    if (this.#characters > LIMITS.characters) tooLong();
    element.text += text;
  }
}

/** Stops markup that does not end, like a text of a hundred megabytes, before it fills the memory. */
class LengthLimit {
  #sinceEvent = 0;

  event(): void {
    this.#sinceEvent = 0;
  }

  add(text: string): void {
    this.#sinceEvent += text.length;
    if (this.#sinceEvent > LIMITS.characters + text.length) tooLong();
  }
}

function damaged(parser: SaxesParser, cause: unknown): ImportError {
  return new ImportError(
    `The WordPress export is damaged at line ${parser.line}: it is not XML there. Please export again.`,
    { cause },
  );
}

function refuseDoctype(): never {
  throw new ImportError(
    'The file has a DOCTYPE, which no WordPress export has. Please export again.',
  );
}

function createParser(collector: ElementCollector, limit: LengthLimit): SaxesParser {
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => {
    limit.event();
    collector.open(tag);
  });
  parser.on('closetag', () => {
    limit.event();
    collector.close();
  });
  for (const event of ['text', 'cdata'] as const)
    parser.on(event, (text) => {
      limit.event();
      collector.text(text);
    });
  parser.on('comment', () => limit.event());
  parser.on('processinginstruction', () => limit.event());
  parser.on('doctype', refuseDoctype);
  return parser;
}

function write(parser: SaxesParser, text: string): void {
  try {
    parser.write(text);
  } catch (error) {
    throw error instanceof ImportError ? error : damaged(parser, error);
  }
}

function end(parser: SaxesParser): void {
  try {
    parser.close();
  } catch (error) {
    throw new ImportError(
      'The WordPress export is not complete: the file ends too early. Please export or download it again.',
      { cause: error },
    );
  }
}

/** Yields one element at a time. Fails with an `ImportError`. */
export async function* readChannelElements(
  texts: AsyncIterable<string>,
): AsyncGenerator<WxrElement> {
  const collector = new ElementCollector();
  const limit = new LengthLimit();
  const parser = createParser(collector, limit);
  for await (const text of texts) {
    limit.add(text);
    write(parser, text);
    yield* collector.takeFinished();
  }
  end(parser);
}
