import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findForbiddenImports } from './find-forbidden-imports.ts';
import { ROOMS } from './import-rules.ts';

const problems = (file: string, specifier: string) =>
  findForbiddenImports(file, `import { a } from '${specifier}';\n`);

test.each([
  ['contract/src/posts/posts.ts', '../../../api/src/clock.ts'],
  ['contract/src/posts.test.ts', '@longhand/web/server'],
  ['contract/src/posts/posts.ts', 'node:fs'],
  ['contract/src/posts/posts.ts', 'react-dom/server'],
  ['response-cache/src/fast-path.ts', '@longhand/contract/posts'],
  ['web/server/pages.ts', '@longhand/api'],
  ['web/app/admin/ui/fields/field.tsx', '../../../routes/admin/editor.tsx'],
  ['web/app/root.tsx', './admin/ui/field.tsx'],
  ['web/app/routes/public/post.tsx', '../../admin/ui/field.tsx'],
  ['web/app/lib/session.ts', '../reader/site/site.ts'],
  ['api/src/posts/posts.service.ts', '../../../web/server/pages.ts'],
  ['api/src/posts/trash/trash.service.ts', '../../services.ts'],
  ['api/src/posts/trash/trash.service.ts', '../../pages/pages.repository.ts'],
  ['api/src/posts/posts.service.ts', './posts.admin-routes.ts'],
  ['api/src/posts/tags.repository.ts', './posts.service.ts'],
  ['api/src/files/open-store.ts', '../images/image-store.ts'],
  ['api/src/documents/trash.service.ts', '../posts/posts.service.ts'],
  ['api/src/clock.ts', './images/image-store.ts'],
  ['api/src/database/migrations/0001-start.ts', '../tables.ts'],
  ['web/app/admin/ui/fields/field.tsx', '../../content/toolbar.tsx'],
  ['web/app/admin/content/html/text-tools.ts', '../visual/commands/commands.ts'],
  ['web/app/reader/site/header.tsx', '../list/blog-list.ts'],
  ['web/app/admin/newcomer/a.ts', '../ui/field.tsx'],
])('%s must not import %s', (file, specifier) => {
  expect(problems(file, specifier)).toHaveLength(1);
});

test.each([
  ['contract/src/posts.test.ts', 'node:fs'],
  ['contract/src/posts/posts.ts', 'zod'],
  ['web/app/routes/admin/editor.tsx', '../../admin/ui/field.tsx'],
  ['web/app/admin/ui/fields/field.tsx', '../../../reader/ui/loading.tsx'],
  ['web/app/admin/ui/field.test.ts', '../content/toolbar.tsx'],
  ['api/src/app.ts', './posts/posts.routes.ts'],
  ['api/src/posts/trash/trash.service.ts', '../tags.repository.ts'],
  ['api/src/posts/trash/trash.service.ts', '../../documents/versions.repository.ts'],
  ['api/src/posts/posts.service.ts', '../database/revision.repository.ts'],
  ['api/src/posts/posts.service.ts', '../pages/pages.service.ts'],
  ['api/src/database/migrations/0001-start.ts', 'kysely'],
])('%s may import %s', (file, specifier) => {
  expect(problems(file, specifier)).toEqual([]);
});

test('every way to import is seen', () => {
  const source = `export { a } from '../../../api/src/a.ts';
import '../../../api/src/b.ts';
const c = await import('../../../api/src/c.ts');
import type {
  D,
} from '../../../api/src/d.ts';`;
  expect(findForbiddenImports('contract/src/posts/posts.ts', source)).toHaveLength(4);
});

test.each(ROOMS)(
  'the folders of $within have a line each, and none imports one below it',
  ({ within, mayImport }) => {
    const folder = fileURLToPath(new URL(`../${within}`, import.meta.url));
    expect(existsSync(folder)).toBe(true);
    const folders = readdirSync(folder, { withFileTypes: true }).filter(
      (entry) =>
        // A moved folder may be left behind, empty.
        entry.isDirectory() && readdirSync(`${folder}/${entry.name}`).length > 0,
    );
    expect(Object.keys(mayImport).toSorted()).toEqual(folders.map(({ name }) => name).toSorted());
    const lines = Object.keys(mayImport);
    const below = Object.entries(mayImport).flatMap(([room, allowed], line) =>
      allowed.filter((other) => lines.indexOf(other) >= line).map((other) => `${room} → ${other}`),
    );
    expect(below).toEqual([]);
  },
);
