import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eachStore } from '../../../test-support/stores.ts';
import { startTestApp, type TestApp } from '../../../test-support/test-app.ts';
import { form, picture, upload } from '../../../test-support/uploads.ts';
import type { FileStore } from '../files/file-store.ts';
import { createUploadReferences } from '../posts/uploads/upload-references.ts';
import { createImageStore, listUploads } from './image-store.ts';
import { createUploadsService } from './uploads.service.ts';

const DAY = 86_400_000;

async function startWithUpload(open: Parameters<typeof startTestApp>[0]) {
  const site = await startTestApp(open);
  await site.app.scheduler.tick();
  const token = await site.login();
  const bytes = await picture(400, 20).png().toBuffer();
  const send = async () => {
    const response = await upload(site, token, form([{ bytes }]));
    expect(response.statusCode, response.body).toBe(200);
    return response.json().url as string;
  };
  const url = await send();
  const name = url.slice('/uploads/'.length);
  const isThere = async () => (await site.files.find(`uploads/${name}`)) !== undefined;
  return { ...site, token, send, url, name, isThere };
}

/** The service with a store of its own, so many days later. */
function service(site: TestApp, files: FileStore, days: number) {
  return createUploadsService({
    db: site.db,
    images: createImageStore(files),
    references: createUploadReferences(site.db),
    clock: () => new Date(Date.now() + days * DAY),
  });
}

/** A store that does something before each step that changes what it keeps. */
function watched(files: FileStore, before: (step: string) => Promise<void>): FileStore {
  return {
    ...files,
    put: async (path, ...rest) => {
      await before(`keep ${path}`);
      await files.put(path, ...rest);
    },
    remove: async (path) => {
      await before(`remove ${path}`);
      await files.remove(path);
    },
  };
}

eachStore((open) => {
  test('while a store takes its time to remove a picture, others read and write', async () => {
    const site = await startWithUpload(open);
    await service(site, site.files, 0).collect();
    const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = watched(site.files, async () => {
      begun.resolve();
      await released.promise;
    });
    const collecting = service(site, slow, 31).collect();
    await begun.promise;
    const { id } = await site.createPost(site.token);
    const read = await site.db.selectFrom('posts').select('id').execute();
    released.resolve();
    expect(read).toEqual([{ id }]);
    expect(await collecting).toEqual([site.name]);
    expect(await site.isThere()).toBe(false);
  });

  test.each(['a post names it', 'a working copy names it', 'it is uploaded again'])(
    'a picture stays if %s at any moment of its removal',
    async (event) => {
      const site = await startWithUpload(open);
      const steps: string[] = [];
      await service(site, site.files, 0).collect();
      const noted = await site.db.selectFrom('unreferenced_uploads').selectAll().execute();
      const useIt = () => {
        const fields = { featured_image: site.url };
        if (event === 'a post names it') return site.createPost(site.token, fields);
        if (event === 'it is uploaded again') return site.send();
        return site.saveWorkingCopy(site.token, 'a-key', fields);
      };
      for (let at = 0, count = 1; at < count; at += 1) {
        await site.db.deleteFrom('posts').execute();
        await site.db.deleteFrom('working_copies').execute();
        await site.db.deleteFrom('unreferenced_uploads').execute();
        await site.db.insertInto('unreferenced_uploads').values(noted).execute();
        steps.length = 0;
        const files = watched(site.files, async (step) => {
          if (steps.push(step) === at + 1) await useIt();
        });
        // Once everything was looked through, and before the removal has been decided.
        const removed = await service(site, files, 400).collect();
        count = Math.min(2, steps.length);
        expect([removed, await site.isThere()], steps.join()).toEqual([[], true]);
      }
      expect(steps.length).toBeGreaterThan(0);
    },
  );

  test('whenever a removal is killed, no post lacks its picture after the next start', async () => {
    const site = await startWithUpload(open);
    await service(site, site.files, 0).collect();
    const noted = await site.db.selectFrom('unreferenced_uploads').selectAll().execute();
    let kills = 0;
    for (let at = 1; ; at += 1) {
      await site.db.deleteFrom('posts').execute();
      await site.db.deleteFrom('unreferenced_uploads').execute();
      await site.db.insertInto('unreferenced_uploads').values(noted).execute();
      let step = 0;
      const dying = watched(site.files, async () => {
        step += 1;
        // Somebody uses it just before the end, unless it is gone for good.
        if (step === at && (await site.isThere()))
          await site.createPost(site.token, { featured_image: site.url });
        if (step >= at) throw new Error('killed');
      });
      const isKilled = await service(site, dying, 400)
        .collect()
        .then(
          () => false,
          () => true,
        );
      if (!isKilled) break;
      kills += 1;
      if (step > 1 && !(await site.isThere()))
        await site.createPost(site.token, { featured_image: site.url });
      await service(site, site.files, 400).tidy();
      expect(await site.isThere(), `killed at step ${at}`).toBe(true);
    }
    expect(kills).toBeGreaterThan(2);
  });

  test('a removal that was interrupted leaves nothing but the picture, which goes later', async () => {
    const site = await startWithUpload(open);
    await service(site, site.files, 0).collect();
    const dying = watched(site.files, async (step) => {
      if (step === `keep uploads/${site.name}`) throw new Error('killed');
      if (step === `remove uploads/${site.name}`)
        await site.db.deleteFrom('unreferenced_uploads').execute();
    });
    await expect(service(site, dying, 400).collect()).rejects.toThrow('killed');
    expect(await site.isThere()).toBe(false);
    const later = service(site, site.files, 401);
    expect(await later.collect()).toEqual([]);
    expect(await site.isThere()).toBe(true);
    expect(await service(site, site.files, 450).collect()).toEqual([site.name]);
    expect(await listUploads(site.files)).toEqual([]);
  });

  test('of several that remove at once each does its part, and it is gone', async () => {
    const site = await startWithUpload(open);
    await service(site, site.files, 0).collect();
    const all = Array.from({ length: 4 }, () => service(site, site.files, 31).tidy());
    await Promise.all(all);
    // One may have put back what another was about to remove: then it is noted again, and goes later.
    for (const days of [62, 93]) await service(site, site.files, days).tidy();
    expect(await site.isThere()).toBe(false);
    expect(existsSync(join(site.files.folder, 'uploads', site.name))).toBe(false);
  });
});
