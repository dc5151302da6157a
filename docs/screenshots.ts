import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { CHROMIUM_FLAGS, ensureChromium } from '../test-support/chromium.ts';
import { ADMIN_PASSWORD, withSite } from '../test-support/site.ts';

async function take(page: Page, name: string): Promise<void> {
  const file = fileURLToPath(new URL(`images/${name}.webp`, import.meta.url));
  await page.waitForLoadState('networkidle');
  await sharp(await page.screenshot())
    .resize(1120)
    .webp({ quality: 82 })
    .toFile(file);
  console.log(file);
}

/** The screenshots in the README. */
await withSite(async (site) => {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
  await page.goto(site);
  await take(page, 'home');
  await page.goto(`${site}/blog/the-machine-that-added-up-the-sea`);
  await take(page, 'post');
  await page.goto(`${site}/admin`);
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('link', { name: 'How a Leaf Keeps Time', exact: true }).click();
  await page.getByRole('button', { name: 'Visual', exact: true }).click();
  await page.getByRole('textbox', { name: 'Content', exact: true }).waitFor();
  await take(page, 'editor');
  await browser.close();
});
