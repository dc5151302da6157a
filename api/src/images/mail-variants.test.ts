import { mailPicturePath } from '@longhand/contract/newsletter/mail-pictures';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { openDialect } from '../../../test-support/dialects.ts';
import { expectProblem, startTestApp } from '../../../test-support/test-app.ts';
import { animation, form, picture, upload } from '../../../test-support/uploads.ts';

const transparent = () => picture(1300, 10).ensureAlpha(0.5);

const UPLOADS = [
  [picture(1600, 90).webp().toBuffer(), 'jpeg', 1200],
  [picture(300, 20).webp().toBuffer(), 'jpeg', 300],
  [picture(300, 20).avif().toBuffer(), 'jpeg', 300],
  [picture(1600, 90).png().toBuffer(), 'jpeg', 1200],
  [picture(300, 20).png().toBuffer(), 'png', 300],
  [picture(1600, 90).jpeg().toBuffer(), 'jpeg', 1200],
  [transparent().png().toBuffer(), 'png', 1200],
  [transparent().webp().toBuffer(), 'png', 1200],
  [animation('webp'), 'gif', 10],
  [animation('gif', 1300, 4), 'gif', 1200],
] as const;

test('an upload is to be had as every mail program shows it, at most 1200 px wide', async () => {
  const site = await startTestApp(openDialect.sqlite);
  const token = await site.login();
  for (const [made, format, width] of UPLOADS) {
    const bytes = await made;
    const { url } = (await upload(site, token, form([{ bytes }]))).json();
    const response = await site.get(mailPicturePath(url));
    expect(response.statusCode, url).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': `image/${format}`,
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const { pages: frames = 1 } = await sharp(bytes).metadata();
    const metadata = await sharp(response.rawPayload).metadata();
    expect({ pages: 1, ...metadata }, url).toMatchObject({ format, width, pages: frames });
  }
});

test('an upload has one variant for mails, and no other', async () => {
  const site = await startTestApp(openDialect.sqlite);
  const bytes = await picture(1600, 90).webp().toBuffer();
  const { url } = (await upload(site, await site.login(), form([{ bytes }]))).json();
  const path = mailPicturePath(url);
  for (const other of [
    path.replace('/1200/', '/1600/'),
    path.replace('/1200/', '/640/'),
    path.replace('.jpeg', '.png'),
    path.replace('.jpeg', '.gif'),
    path.replace('.jpeg', '.jpg'),
  ])
    expectProblem(await site.get(other), 404);
});
