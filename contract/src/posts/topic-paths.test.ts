import { expect, test } from 'vitest';
import { topicFromPath, topicPagePath } from './topic-paths.ts';

const TOPICS = [
  ...['Finance', 'C# & C++', 'a/b\\c', 'What?', '100 %', '%2F', '%252F', "it's", 'Größe', 'ß'],
  ...['日本語', 'עברית', '👩‍🚀 space', '...', '.hidden', '~', ' inner  spaces ', 'x'.repeat(80)],
];

test.each(TOPICS)('the topic %j has an address that names it, in one spelling', (topic) => {
  const path = topicPagePath(topic);
  expect(path).toMatch(/^\/topics\/[^/?#\\]+$/);
  // What a browser and the server make of it.
  expect(new URL(path, 'http://localhost').pathname).toBe(path);
  expect(topicFromPath(path)).toBe(topic);
});

test.each(['.', '..'])('the topic %j, which no path can end in, has the filtered list', (topic) => {
  expect(topicPagePath(topic)).toBe(`/blog?tag=${topic}`);
});

test.each(['/topics/%', '/topics/%ff', '/topics/'])('%s names no topic', (path) => {
  expect(topicFromPath(path)).toBe('');
});
