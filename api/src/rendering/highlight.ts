import type { Element, ElementContent, Root, Text } from 'hast';
import { classesOf, elementsIn, isElement } from './elements.ts';

const LANGUAGE = /^language-(.+)$/;
const MAX_HIGHLIGHTED = 50_000;
/** Generous, because the first line of a language includes compiling its grammar. */
const LINE_LIMIT_MS = 5_000;

type Token = { readonly content: string; readonly color?: string };

/** Returns lines of tokens; null for an unknown language. */
type Tokenizer = (code: string, language: string) => Promise<Token[][] | null>;

/** Loaded with the first post that contains code. */
async function loadTokenizer(): Promise<Tokenizer> {
  const [
    { createHighlighterCore, createCssVariablesTheme },
    { createJavaScriptRegexEngine },
    langs,
  ] = await Promise.all([
    import('shiki/core'),
    import('shiki/engine/javascript'),
    import('shiki/langs'),
  ]);
  const highlighter = await createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'variables', variablePrefix: '--' })],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const languages: Readonly<
    Record<string, (typeof langs.bundledLanguages)[keyof typeof langs.bundledLanguages]>
  > = langs.bundledLanguages;
  return async (code, language) => {
    const load = Object.hasOwn(languages, language) ? languages[language] : undefined;
    if (!load) return null;
    await highlighter.loadLanguage(load);
    return highlighter.codeToTokens(code, {
      lang: language,
      theme: 'variables',
      tokenizeTimeLimit: LINE_LIMIT_MS,
    }).tokens;
  };
}

let tokenizer: Promise<Tokenizer> | undefined;

type CodeBlock = {
  readonly code: Element;
  readonly language: string;
  readonly text: string;
};

/** Undefined if the block contains anything but code: other markup is left as it is. */
function readBlock({ children: [code, ...rest] }: Element): CodeBlock | undefined {
  if (!isElement(code, 'code') || rest.length > 0) return undefined;
  const [text, ...others] = code.children;
  if (text?.type !== 'text' || others.length > 0) return undefined;
  const language = classesOf(code)
    .map((name) => LANGUAGE.exec(name)?.[1])
    .find(Boolean);
  return language ? { code, language, text: text.value } : undefined;
}

/** Sets classes because the Content-Security-Policy allows no inline styles. */
function tokenNode({ content, color }: Token): ElementContent {
  const text: Text = { type: 'text', value: content };
  const kind = /^var\(--token-([a-z-]+)\)$/.exec(color ?? '')?.[1];
  if (!kind) return text;
  const properties = { className: [`code-${kind}`] };
  return { type: 'element', tagName: 'span', properties, children: [text] };
}

async function highlightBlock({ code, language, text }: CodeBlock): Promise<void> {
  if (text.length > MAX_HIGHLIGHTED) return;
  tokenizer ??= loadTokenizer();
  const lines = await (await tokenizer)(text, language.toLowerCase());
  if (!lines) return;
  const lineBreak: Text = { type: 'text', value: '\n' };
  code.children = lines.flatMap((line, index) => [
    ...(index > 0 ? [lineBreak] : []),
    ...line.map(tokenNode),
  ]);
}

/** Only code blocks that name their language are highlighted. */
export async function highlightCode(tree: Root): Promise<void> {
  for (const element of elementsIn(tree, 'pre')) {
    const block = readBlock(element);
    if (block) await highlightBlock(block);
  }
}
