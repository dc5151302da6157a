import { expect } from 'vitest';
import { type Locator, locators, page } from 'vitest/browser';

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** For what has no role and no label. */
    getByCss: (selector: string) => Locator;
  }
}

locators.extend({ getByCss: (selector: string) => `css=${selector}` });

/** Why not expect.element: it looks for an element that is not there yet only after half a second again. */
export function expectElement(locator: Locator) {
  return expect.poll(() => locator.query());
}

/** The visible texts of all that match, without the white space around them. */
export function texts(locator: Locator): string[] {
  return locator.elements().map((element) => (element.textContent ?? '').trim());
}

export async function expectTexts(locator: Locator, expected: readonly string[]): Promise<void> {
  await expect.poll(() => texts(locator)).toEqual(expected);
}

/** Contained in the text of the element, with each white space as one space. */
export async function expectText(locator: Locator, expected: string | RegExp): Promise<void> {
  const text = () => (locator.element().textContent ?? '').replace(/\s+/g, ' ').trim();
  await expect.poll(text).toMatch(expected);
}

export async function expectCount(locator: Locator, expected: number): Promise<void> {
  await expect.poll(() => locator.elements().length).toBe(expected);
}

export function boxOf(locator: Locator): DOMRect {
  return locator.element().getBoundingClientRect();
}

export function tool(name: string): Locator {
  return page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name });
}

/** A tool that does not fit is in a menu. */
export async function pressTool(name: string): Promise<void> {
  if (tool(name).query()) return tool(name).click();
  await page.getByRole('button', { name: 'More tools', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

export function viewButton(name: string): Locator {
  return page.getByRole('toolbar', { name: 'View of the content' }).getByRole('button', { name });
}

export const sideBySide = page.getByRole('switch', { name: 'Side by side' });

/** By way of the button for the views, which only a phone has, and of Preview. */
export async function showView(name: string): Promise<void> {
  const isBoth = name === 'Side by side';
  const views = page.getByRole('button', { name: 'Views', exact: true });
  if (views.query()) await views.click();
  await viewButton(isBoth ? 'Preview' : name).click();
  if (isBoth) await sideBySide.click();
}

/** Waits until the current state is painted. */
export async function painted(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}

/** For what depends on the width of the window: name, width and height. */
export const SIZES = [
  ['phone', 375, 812],
  ['laptop', 1280, 900],
] as const;
