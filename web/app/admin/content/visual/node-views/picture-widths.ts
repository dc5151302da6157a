import { classesOf, setClass } from '../../document/extra-classes.ts';
import type { Extra } from '../../document/schema.ts';
import { button, element } from './dom.ts';

const WIDTHS = [
  { label: 'Text', name: '' },
  { label: 'Wide', name: 'wide' },
  { label: 'Full', name: 'full' },
] as const;
const WIDTH_CLASSES = ['wide', 'full'];

function withWidth(extra: Extra, width: string): Extra {
  return WIDTH_CLASSES.reduce((now, name) => setClass(now, name, name === width), extra);
}

/** Buttons for how wide a picture or gallery is: as the text, wider, or as the window. */
export class PictureWidths {
  readonly dom: HTMLElement;
  readonly #buttons: readonly (readonly [string, HTMLButtonElement])[];

  constructor(extra: () => Extra, onChange: (extra: Extra) => void) {
    this.#buttons = WIDTHS.map(({ label, name }) => {
      const press = () => onChange(withWidth(extra(), name));
      return [name, button(label, press)] as const;
    });
    this.dom = element(
      'span',
      { role: 'group', 'aria-label': 'Width of the picture' },
      ...this.#buttons.map(([, each]) => each),
    );
  }

  /** Marks the width on the buttons and on the element that has it. */
  show(extra: Extra, sized: HTMLElement): void {
    const width = classesOf(extra).find((name) => WIDTH_CLASSES.includes(name)) ?? '';
    for (const name of WIDTH_CLASSES) sized.classList.toggle(name, name === width);
    for (const [name, each] of this.#buttons)
      each.setAttribute('aria-pressed', String(name === width));
  }
}
