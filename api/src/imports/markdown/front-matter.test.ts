import { expect, test } from 'vitest';
import { splitFrontMatter } from './front-matter.ts';

const fieldsOf = (text: string) => Object.fromEntries(splitFrontMatter(text).fields);

test.each([
  ['---\nTitle: a\n---\nbody', { title: 'a' }, 'body'],
  ['\ufeff---\r\ntitle: a\r\n---\r\nbody', { title: 'a' }, 'body'],
  ['+++\ntitle = "a"\n+++\nbody', { title: 'a' }, 'body'],
  ['{"title": "a}", "b": {"c": 1}}\nbody', { title: 'a}', b: { c: 1 } }, '\nbody'],
  ['---json\n{"title": "a"}\n---\nbody', { title: 'a' }, 'body'],
  ['---\n\nno front matter', {}, '---\n\nno front matter'],
  ['text\n---\nmore', {}, 'text\n---\nmore'],
  ['---\n---\nbody', {}, 'body'],
  ['---\ntitle: a\n...\nbody', { title: 'a' }, 'body'],
  ['---\nA poem\n...\nbody', {}, '---\nA poem\n...\nbody'],
  ['---\n- one\n---\nbody', {}, '---\n- one\n---\nbody'],
  ['---\n# Nothing yet\n---\nbody', {}, 'body'],
  ['+++\ntitle = "a"\n...\nbody', {}, '+++\ntitle = "a"\n...\nbody'],
])('%j', (text, fields, body) => {
  expect(fieldsOf(text)).toEqual(fields);
  expect(splitFrontMatter(text).body).toBe(body);
});

test('of YAML that is not valid, plain lines are read', () => {
  const { fields, notes, body } = splitFrontMatter('---\ntitle: a: b\ntags: [x\n---\nbody');
  expect(fields.get('title')).toBe('a: b');
  expect(body).toBe('body');
  expect(notes).toEqual(['Its front matter is not valid YAML: only its plain lines were read.']);
});

test('aliases do not multiply, tags name no classes, keys are only keys', () => {
  const lines = 'bcdefghi'
    .split('')
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(',')}]`);
  const bomb = `---\na: &a [x,x,x,x,x,x,x,x,x]\n${lines.join('\n')}\ntitle: t\n---\n`;
  expect(fieldsOf(bomb)).toMatchObject({ title: 't' });
  expect(fieldsOf('---\na: !!js/function "x"\nb: !ruby/object:X {c: 1}\n---\n')).toBeDefined();
  expect(Object.hasOwn(fieldsOf('---\n__proto__: {title: x}\n---\n'), 'title')).toBe(false);
});

test.each(['---js\n', '---coffee\nx\n---\n', `---\na: ${'x'.repeat(70_000)}\n---\n`])(
  'refuses %s',
  (text) => {
    expect(() => splitFrontMatter(text)).toThrow(/^Its front matter/);
  },
);
