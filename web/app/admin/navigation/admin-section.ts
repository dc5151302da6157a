type AdminSection = 'posts' | 'pages' | 'newsletter' | 'statistics' | 'settings';

const EDITOR = /^\/admin\/(?:posts|pages)\/(?:new|edit\/[^/]+)\/?$/;

/** By the first part of the path below /admin. */
const SECTIONS: Readonly<Record<string, AdminSection>> = {
  pages: 'pages',
  newsletter: 'newsletter',
  statistics: 'statistics',
  settings: 'settings',
  import: 'settings',
  export: 'settings',
  events: 'settings',
  redirects: 'settings',
};

/** Null in an editor. */
export function sectionOf(pathname: string): AdminSection | null {
  if (EDITOR.test(pathname)) return null;
  return SECTIONS[pathname.split('/')[2] ?? ''] ?? 'posts';
}
