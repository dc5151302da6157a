import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  wrappingInputRule,
} from 'prosemirror-inputrules';
import type { Attrs, MarkType, Node } from 'prosemirror-model';
import type { EditorState, Plugin, Transaction } from 'prosemirror-state';
import { type MarkName, marks, nodes, schema } from '../../document/schema.ts';
import { parseLinkAddress } from '../../html/link-address.ts';

type Found = { readonly start: number; readonly text: string; readonly attrs?: Attrs };

function withMark(state: EditorState, type: MarkType, end: number, found: Found): Transaction {
  const { start, text, attrs } = found;
  const $start = state.doc.resolve(start);
  const marks = type.create(attrs).addToSet($start.marks());
  return state.tr.replaceWith(start, end, schema.text(text, marks)).removeStoredMark(type);
}

/** The groups of the pattern are the text before, and the text to mark. */
function markRule(pattern: RegExp, name: MarkName): InputRule {
  const type = marks[name];
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

/** Converts `[text](address)` if a link may have the address. */
const linkRule = new InputRule(
  /(?:^|[^!\\])\[([^[\]]+)\]\(([^\s()]+)\)$/,
  (state, [whole = '', text = '', address = ''], start, end) => {
    const parsed = parseLinkAddress(address);
    if (!('href' in parsed)) return null;
    const at = start + whole.indexOf('[');
    return withMark(state, marks.link, end, {
      start: at,
      text,
      attrs: { href: parsed.href },
    });
  },
  { inCodeMark: false },
);

/** Converts three hyphens alone in a paragraph. */
const ruleRule = new InputRule(/^(?:---|\*\*\*|___)$/, (state, _match, start) => {
  const $start = state.doc.resolve(start);
  if ($start.parent.type !== nodes.paragraph) return null;
  const from = $start.before();
  const { tr } = state;
  const after = nodes.paragraph.create();
  tr.replaceWith(from, $start.after(), [nodes.rule.create(), after]);
  return tr;
});

const headingRule = textblockTypeInputRule(/^(#{2,4})\s$/, nodes.heading, ([, signs]) => ({
  level: signs?.length ?? 2,
}));

/** A single `#` is the largest heading of a text, because the page's title is the h1. */
const largestHeadingRule = textblockTypeInputRule(/^#\s$/, nodes.heading, { level: 2 });

const codeRule = textblockTypeInputRule(/^```([\w+#.-]*)\s$/, nodes.code_block, ([, language]) => ({
  language: language ?? '',
}));

const orderedRule = wrappingInputRule(
  /^(\d{1,6})[.)]\s$/,
  nodes.ordered_list,
  ([, number]) => ({ order: Number(number) || 1 }),
  ([, number], node: Node) => node.childCount + node.attrs.order === Number(number),
);

export function typingRules(): Plugin {
  return inputRules({
    rules: [
      headingRule,
      largestHeadingRule,
      wrappingInputRule(/^>\s$/, nodes.blockquote),
      wrappingInputRule(/^[-*+]\s$/, nodes.bullet_list),
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
