import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { keyboard } from '../../../../component-tests/keyboard.ts';
import { boxOf, expectElement } from '../../../../component-tests/locators.ts';
import { mountElement } from '../../../../component-tests/mount-element.tsx';
import { drag } from '../../../../component-tests/mouse.ts';
import { Dialog } from './dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'A question' });
const field = page.getByLabelText('Answer');

function Question() {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Dialog open={isOpen} onClose={() => setIsOpen(false)} title="A question">
      {() => <input aria-label="Answer" />}
    </Dialog>
  );
}

async function openDialog() {
  mountElement(<Question />);
  await field.fill('what was typed');
  const { left, top } = boxOf(field);
  const [inside, backdrop] = [
    { x: left + 40, y: top + 8 },
    { x: 5, y: top + 8 },
  ];
  return { inside, backdrop };
}

test('a press that begins or ends in the dialog leaves it open, with what was typed', async () => {
  const { inside, backdrop } = await openDialog();
  await drag(inside, backdrop);
  await expectElement(dialog).toBeVisible();
  expect(getSelection()?.toString()).toMatch(/^what/);
  await drag(backdrop, inside);
  await expectElement(dialog).toBeVisible();
  await expectElement(field).toHaveValue('what was typed');
});

test('a press on the backdrop closes the dialog', async () => {
  const { backdrop } = await openDialog();
  await drag(backdrop, { x: backdrop.x, y: backdrop.y + 20 });
  await expectElement(dialog).not.toBeInTheDocument();
});

test('Escape and Close return the focus to where it was', async () => {
  mountElement(<button type="button">Before</button>);
  const before = page.getByRole('button', { name: 'Before' });
  await expectElement(before).toBeVisible();
  for (const close of [
    () => keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ]) {
    before.element().focus();
    mountElement(<Question />);
    await expectElement(dialog).toBeVisible();
    await close();
    await expectElement(dialog).not.toBeInTheDocument();
    await expectElement(before).toHaveFocus();
  }
});
