import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { withSite } from '../bench/site.ts';
import { CHROMIUM_FLAGS, ensureChromium } from '../e2e/chromium.ts';

const PICTURES = {
  home: '/',
  post: '/blog/the-machine-that-added-up-the-sea',
};

/** The pictures of the README, of the site as it is now. */
await withSite(async (site) => {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  for (const [name, path] of Object.entries(PICTURES)) {
    await page.goto(site + path, { waitUntil: 'networkidle' });
    const file = fileURLToPath(new URL(`images/${name}.webp`, import.meta.url));
    await sharp(await page.screenshot())
      .resize(1120)
      .webp({ quality: 82 })
      .toFile(file);
    console.log(file);
  }
  await browser.close();
});
