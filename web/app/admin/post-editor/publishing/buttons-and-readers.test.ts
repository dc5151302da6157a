import type { Post } from '@longhand/contract/posts/posts';
import { expect, test } from 'vitest';
import { eachDialect } from '../../../../../test-support/dialects.ts';
import { startTestApp } from '../../../../../test-support/test-app.ts';
import { applyKind, baselineOf, type SaveKind } from '../../document-editor/editor-state.ts';
import { type PostForm, toInput } from '../../post-form/post-form.ts';
import { dayAndTime } from '../../words/date-and-time.ts';
import { POSTS } from '../post-kind.ts';
import { buttonEffects } from './button-effects.ts';

const NOW = Date.parse('2026-01-01T12:00:00.000Z');
const DAY = 86_400_000;
const at = (days: number) => new Date(NOW + days * DAY).toISOString();

const STATES = {
  new: null,
  draft: { published: false },
  live: { published: true },
  scheduled: { published: false, publish_at: at(1) },
} as const;

const DATES: Readonly<Record<string, Partial<PostForm>>> = {
  'as it was': {},
  cleared: { published_at: '', publish_at: '' },
  past: { published_at: at(-1), publish_at: '' },
  ahead: { publish_at: at(2) },
};

const combinations = Object.entries(STATES).flatMap(([state, stored]) =>
  Object.entries(DATES).flatMap(([date, dates]) =>
    [true, false].flatMap((published) =>
      [{}, { excerpt: 'Typed' }].flatMap((typed) =>
        (['save', 'publish'] as const).map((kind) => ({
          name: `${state}, date ${date}, box ${published}, ${Object.keys(typed)}, ${kind}`,
          stored,
          fields: { ...dates, ...typed, published },
          kind,
        })),
      ),
    ),
  ),
);

/** What readers see, and when, by the second line of the button that was pressed. */
function promised(line: string, before: Post | null) {
  switch (line) {
    case 'goes online now':
    case 'updates the live post':
      return { isPublic: true, from: null };
    case 'stays scheduled':
      return { isPublic: false, from: before?.publish_at };
    case 'stays a draft':
    case 'ends the schedule':
    case 'leaves the site':
      return { isPublic: false, from: null };
    default: {
      const day = line.replace(/^goes online /, '');
      const options = { weekday: 'long', now: NOW } as const;
      const from = [at(1), at(2)].find((date) => dayAndTime(date, 'UTC', options) === day);
      return { isPublic: false, from: from ?? `no date: ${line}` };
    }
  }
}

eachDialect((open) => {
  test('readers see what the second line of the pressed button says, and nothing earlier', async () => {
    const site = await startTestApp(open);
    const token = await site.login();
    const isPublic = async ({ slug }: Post) =>
      (await site.get(`/api/posts/${slug}`)).statusCode === 200;
    const waiting: Post[] = [];
    const hidden: Post[] = [];

    async function press(form: PostForm, post: Post | null, kind: SaveKind): Promise<Post> {
      const saved = baselineOf(POSTS, post).form;
      const input = toInput(applyKind(POSTS, form, kind), saved, NOW);
      return post ? site.updatePost(token, post.id, input) : site.createPost(token, input);
    }

    for (const [n, { name, stored, fields, kind }] of combinations.entries()) {
      const text = { title: `Post ${n}`, excerpt: 'Short', content: '<p>Text</p>' };
      const before = stored && (await site.createPost(token, { ...text, ...stored }));
      const baseline = baselineOf(POSTS, before);
      const form = { ...baseline.form, ...text, ...fields };
      const line = buttonEffects({ baseline, form, conflict: null }, 'UTC', NOW)[kind].text;
      const after = await press(form, before, kind);
      const seen = { isPublic: await isPublic(after), from: after.publish_at };
      expect(seen, `${name}: ${line}`).toEqual(promised(line, before));
      expect(after.excerpt, name).toBe(form.excerpt);
      if (seen.from) waiting.push(after);
      else if (!seen.isPublic) hidden.push(after);
    }

    site.passTime(3 * DAY);
    await site.app.scheduler.tick();
    await site.app.scheduler.tick();
    expect(waiting.length).toBeGreaterThan(0);
    for (const post of waiting) expect(await isPublic(post), post.title).toBe(true);
    for (const post of hidden) expect(await isPublic(post), post.title).toBe(false);
  });
});
