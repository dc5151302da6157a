import type { Post } from '@longhand/contract/posts/posts';
import { beforeEach, expect, test, vi } from 'vitest';
import { rememberDashboard } from '../ui/dashboard-address.ts';
import { POSTS } from './post-kind.ts';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

const BREAD = { id: '7', title: 'Bread', excerpt: '', tags: ['Food'], published: false } as unknown;

test.each([
  ['', '/admin'],
  ['?sort=title', '/admin?sort=title'],
  ['?show=draft&tag=food', '/admin?show=draft&tag=food'],
  ['?q=bread', '/admin?q=bread'],
  ['?show=published', '/admin'],
  ['?tag=Sea', '/admin'],
  ['?q=cheese', '/admin'],
  ['?show=trash', '/admin'],
  ['?show=trash&q=bread', '/admin'],
])('after a save, the list %s leads to %s, where the post is', (search, to) => {
  rememberDashboard(search);
  expect(POSTS.afterSave(BREAD as Post)?.to).toBe(to);
});
