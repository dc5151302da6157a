import { detached } from '../content/detached.ts';
import { TopicPages } from '../content/topic-pages.ts';
import type { FoundRedirect } from '../source.ts';
import { pathAddress } from './addresses.ts';
import type { MarkdownTopic } from './fields.ts';
import type { Generator } from './site.ts';

type Folders = Readonly<Record<MarkdownTopic['kind'], readonly string[]>>;

/** Where the pages of topics are by default; Jekyll’s are made by plugins. */
const FOLDERS: Readonly<Record<Generator, Folders>> = {
  hugo: { tag: ['tags'], category: ['categories'] },
  jekyll: { tag: ['tag', 'tags'], category: ['category', 'categories'] },
  eleventy: { tag: ['tags'], category: [] },
  none: { tag: [], category: [] },
};

/** Hugo leaves out what it does not want in an address; the others put a hyphen there. */
function addressName(name: string, generator: Generator): string {
  const text = name.toLowerCase();
  const plain =
    generator === 'hugo'
      ? text.replace(/[^\p{L}\p{M}\p{N}\s._#+~@/-]/gu, '')
      : text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  return plain.trim().replace(/\s+/g, '-');
}

/** Where the pages of topics were, and where they are here. */
export class TopicAddresses {
  readonly #generator: Generator;
  readonly #names = new Map<string, string>();
  readonly #pages = new TopicPages();

  constructor(generator: Generator) {
    this.#generator = generator;
  }

  /** The topics of a post. */
  add(topics: readonly MarkdownTopic[]): void {
    this.#pages.add(topics.map(({ name }) => name));
    for (const topic of topics)
      for (const from of this.#oldPathsOf(topic)) this.#names.set(from, detached(topic.name));
  }

  #oldPathsOf({ kind, name }: MarkdownTopic): string[] {
    const last = addressName(name, this.#generator);
    const folders = last === '' ? [] : FOLDERS[this.#generator][kind];
    return folders.map((folder) => detached(pathAddress(`${folder}/${last}/`)));
  }

  redirects(): FoundRedirect[] {
    return Array.from(this.#names, ([from, name]) => ({ from, to: this.#pages.pathOf(name) }));
  }
}
