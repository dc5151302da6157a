import { decodeEntities, escapeText } from '@longhand/contract/search';

const CODE_BLOCK = /<pre><code class="language-([\w+#.-]+)">([^<]*)<\/code><\/pre>/g;
const MAX_HIGHLIGHTED = 50_000;
/** The first line of a language compiles its grammar; given up on, it would stay half coloured. */
const LINE_LIMIT_MS = 5_000;

type Token = { readonly content: string; readonly color?: string };

/** Splits code into lines of tokens; null for a language that is not known. */
type Tokenizer = (code: string, language: string) => Promise<Token[][] | null>;

/** Loaded with the first post that has code in it: most of a blog's life it is not needed. */
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

/** The theme's colours are names; they become classes, since the site's policy allows no styles. */
function tokenHtml({ content, color }: Token): string {
  const text = escapeText(content);
  const kind = /^var\(--token-([a-z-]+)\)$/.exec(color ?? '')?.[1];
  return kind ? `<span class="code-${kind}">${text}</span>` : text;
}

async function highlightBlock(block: string, language: string, escaped: string): Promise<string> {
  const code = decodeEntities(escaped);
  if (code.length > MAX_HIGHLIGHTED) return block;
  tokenizer ??= loadTokenizer();
  const lines = await (await tokenizer)(code, language.toLowerCase());
  if (!lines) return block;
  const html = lines.map((line) => line.map(tokenHtml).join('')).join('\n');
  return `<pre><code class="language-${language}">${html}</code></pre>`;
}

/** Colours the code blocks of sanitised HTML that name their language. */
export async function highlightCode(html: string): Promise<string> {
  const parts: string[] = [];
  let end = 0;
  for (const match of html.matchAll(CODE_BLOCK)) {
    const [block, language = '', code = ''] = match;
    parts.push(html.slice(end, match.index), await highlightBlock(block, language, code));
    end = match.index + block.length;
  }
  return parts.join('') + html.slice(end);
}
