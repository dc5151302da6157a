type Properties = Readonly<Record<string, string | null>>;

/** An element with attributes; null leaves one out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Properties = {},
  ...children: readonly (HTMLElement | string)[]
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  for (const [attribute, value] of Object.entries(properties)) {
    if (value !== null) created.setAttribute(attribute, value);
  }
  created.append(...children);
  return created;
}

export function button(label: string, onPress: () => void, className?: string): HTMLButtonElement {
  const created = element('button', { type: 'button', class: className ?? null }, label);
  // The selection of the text stays.
  created.addEventListener('pointerdown', (event) => event.preventDefault());
  created.addEventListener('click', onPress);
  return created;
}

/**
 * Controls are reached from the text by keys of their own: Tab in a paragraph must not lead into
 * those of a block far below. Escape leads back.
 */
export function leaveTabOrder(group: HTMLElement, backToText: () => void): void {
  const setTabIndex = (tabIndex: number) => {
    for (const control of group.querySelectorAll<HTMLElement>('input, button'))
      control.tabIndex = tabIndex;
  };
  setTabIndex(-1);
  group.addEventListener('focusin', () => setTabIndex(0));
  // After a tap, Chromium leaves the focus in the text around the field.
  group.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLInputElement) target.focus();
  });
  group.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !group.contains(relatedTarget)) setTabIndex(-1);
  });
  group.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    backToText();
  });
}

/** Events of controls are not the editor's. */
export function isOfControl(event: Event): boolean {
  return event.target instanceof Element && event.target.closest('[data-controls]') !== null;
}
