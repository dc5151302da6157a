import { expect, test } from 'vitest';
import { drawable, drawableText } from './draw-picture.ts';

test.each([
  ['A Post', 'A Post'],
  ['  white \n\t space  ', 'white space'],
  ['<script>alert("x")</script> & ‘quotes’', '<script>alert("x")</script> & ‘quotes’'],
  ['Łódź, Nhớ về Hà Nội, Привет, Ελλάδα', 'Łódź, Nhớ về Hà Nội, Привет, Ελλάδα'],
  ['Cafe\u0301', 'Café'],
  ['🚀 Launch day: what we learned 🎉', 'Launch day: what we learned'],
  ['What I learned in Tokyo (東京)!', 'What I learned in Tokyo!'],
  ['東京: a guide for walkers', 'a guide for walkers'],
  ['left\u202eto right\u200b', 'left to right'],
  ['東京の夏', ''],
  ['مرحبا بالعالم OK', ''],
  ['🚀🚀', ''],
  ['…', ''],
])('of %j, %j is drawn', (text, drawn) => {
  expect(drawable(text)).toBe(drawn);
});

test('where nothing of a title can be drawn, the name of the site stands for it', () => {
  const order = {
    ...{ title: '東京の夏', topic: '旅', siteName: 'Longhand' },
    ...{ accent: '#97371a', image: null },
  };
  expect(drawableText(order)).toEqual({ title: 'Longhand', topic: '', siteName: '' });
  expect(drawableText({ ...order, siteName: '東京' })).toEqual({
    title: '',
    topic: '',
    siteName: '',
  });
  expect(drawableText({ ...order, title: 'A Post', topic: null })).toEqual({
    title: 'A Post',
    topic: '',
    siteName: 'Longhand',
  });
});
