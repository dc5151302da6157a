import { expect, test } from 'vitest';
import { isEmbedAddress, parseVideoAddress } from './video-address.ts';

const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
  ['https://www.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&list=x', YOUTUBE],
  ['http://youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
  ['https://m.youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', YOUTUBE],
  ['youtu.be/dQw4w9WgXcQ', YOUTUBE],
  [' https://www.youtube.com/shorts/dQw4w9WgXcQ ', YOUTUBE],
  ['https://www.youtube.com/live/dQw4w9WgXcQ', YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?t=90', `${YOUTUBE}?start=90`],
  ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', `${YOUTUBE}?start=90`],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2s', `${YOUTUBE}?start=3602`],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://www.youtube.com/embed/x?rel=0', 'https://www.youtube.com/embed/x?rel=0'],
  ['https://player.vimeo.com/video/76979871', 'https://player.vimeo.com/video/76979871'],
])('%s', (typed, src) => {
  expect(parseVideoAddress(typed)).toMatchObject({ src });
  expect(isEmbedAddress(src)).toBe(true);
});

test.each([
  '',
  'no address',
  'https://example.org/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=%22onload%3D',
  'https://youtu.be/',
  'https://vimeo.com/about',
  'javascript:alert(1)',
  'ftp://youtu.be/dQw4w9WgXcQ',
])('“%s” is refused with the hosts that are allowed', (typed) => {
  expect(parseVideoAddress(typed)).toEqual({
    error: expect.stringMatching(/youtube\.com, youtu\.be or vimeo\.com/),
  });
});
