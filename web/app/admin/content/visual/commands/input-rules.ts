import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import type { Attrs, MarkType, Node } from 'prosemirror-model';
import type { EditorState, Plugin, Transaction } from 'prosemirror-state';
import { schema } from '../../document/schema.ts';
import { parseLinkAddress } from '../../html/link-address.ts';
import { markType, nodeType } from './commands.ts';

type Found = { readonly start: number; readonly text: string; readonly attrs?: Attrs };

/** Replaces what was typed by its text with a mark. */
function withMark(state: EditorState, type: MarkType, end: number, found: Found): Transaction {
  const { start, text, attrs } = found;
  const $start = state.doc.resolve(start);
  const marks = type.create(attrs).addToSet($start.marks());
  return state.tr.replaceWith(start, end, schema.text(text, marks)).removeStoredMark(type);
}

/** The pattern's groups: what stands before, and the text. */
function markRule(pattern: RegExp, name: string): InputRule {
  const type = markType(name);
  return new InputRule(
    pattern,
    (state, [whole = '', before = '', text = ''], start, end) => {
      if (!state.doc.resolve(start).parent.type.allowsMarkType(type)) return null;
      return withMark(state, type, end, {
        start: start + whole.indexOf(before) + before.length,
        text,
      });
    },
    { inCodeMark: false },
  );
}

/** `[text](address)`, if the address is one that a link may have. */
const linkRule = new InputRule(
  /(?:^|[^!\\])\[([^[\]]+)\]\(([^\s()]+)\)$/,
  (state, [whole = '', text = '', address = ''], start, end) => {
    const parsed = parseLinkAddress(address);
    if (!('href' in parsed)) return null;
    const at = start + whole.indexOf('[');
    return withMark(state, markType('link'), end, {
      start: at,
      text,
      attrs: { href: parsed.href },
    });
  },
  { inCodeMark: false },
);

/** Three hyphens alone in a paragraph. */
const ruleRule = new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, start) => {
  const $start = state.doc.resolve(start);
  if ($start.parent.type !== nodeType('paragraph')) return null;
  const from = $start.before();
  const { tr } = state;
  const after = nodeType('paragraph').create();
  tr.replaceWith(from, $start.after(), [nodeType('rule').create(), after]);
  return tr;
});

const headingRule = textblockTypeInputRule(/^(#{2,4})\s$/, nodeType('heading'), ([, marks]) => ({
  level: marks?.length ?? 2,
}));

/** A single `#` is the largest heading that a text can have: the page's title is the first. */
const largestHeadingRule = textblockTypeInputRule(/^#\s$/, nodeType('heading'), { level: 2 });

const codeRule = textblockTypeInputRule(
  /^```([\w+#.-]*)\s$/,
  nodeType('code_block'),
  ([, language]) => ({
    language: language ?? '',
  }),
);

const orderedRule = wrappingInputRule(
  /^(\d{1,6})[.)]\s$/,
  nodeType('ordered_list'),
  ([, number]) => ({ order: Number(number) || 1 }),
  ([, number], node: Node) => node.childCount + node.attrs.order === Number(number),
);

export function typingRules(): Plugin {
  return inputRules({
    rules: [
      headingRule,
      largestHeadingRule,
      wrappingInputRule(/^>\s$/, nodeType('blockquote')),
      wrappingInputRule(/^[-*+]\s$/, nodeType('bullet_list')),
      orderedRule,
      codeRule,
      ruleRule,
      linkRule,
      markRule(/(^|[^*\\])\*\*([^\s*](?:[^*]*[^\s*])?)\*\*$/, 'strong'),
      markRule(/(^|[^*\\])\*([^\s*](?:[^*]*[^\s*])?)\*$/, 'em'),
      markRule(/(^|[^\w\\])_([^\s_](?:[^_]*[^\s_])?)_$/, 'em'),
      markRule(/(^|[^~\\])~~([^\s~](?:[^~]*[^\s~])?)~~$/, 'strike'),
      markRule(/(^|[^=\\])==([^\s=](?:[^=]*[^\s=])?)==$/, 'highlight'),
      markRule(/(^|[^`\\])`([^`]+)`$/, 'code'),
    ],
  });
}
