/** What runs within a page; each is sent there by itself, and can use nothing of this file. */

/** Gives everything that could still run its chance, and tells what could have. */
export async function provoke(followPrograms: boolean): Promise<string[]> {
  const left: string[] = [];
  const isProgram = (address: string) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these in schemes
    /^[\u0000-\u0020]*(?:javascript:|vbscript:|data:text|data:image\/svg)/i.test(
      address.replace(/[\t\n\r]/g, ''),
    );
  const events =
    'mouseover mouseenter pointerover pointerenter mousedown focus focusin blur wheel toggle beforetoggle load error animationstart animationend transitionend scrollend beforeinput keydown'.split(
      ' ',
    );
  const elements = [...document.querySelectorAll('*')];
  for (const element of elements) {
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) left.push(`${element.tagName} ${name}=${value}`);
      if (
        /^(?:href|src|action|formaction|xlink:href|data|poster|background|to|values|srcdoc|srcset|cite)$/i.test(
          name,
        ) &&
        isProgram(value)
      )
        left.push(`${element.tagName} ${name}=${value}`);
    }
  }
  const within = followPrograms
    ? elements
    : [...document.querySelectorAll('article, article *, main [title], main img')];
  for (const element of within) {
    for (const name of events) element.dispatchEvent(new Event(name));
    if (element instanceof HTMLElement && element.tabIndex >= 0)
      element.focus({ preventScroll: true });
    const link = element.closest('a');
    const address = link?.getAttribute('href') ?? link?.getAttribute('xlink:href') ?? '';
    if (link ? isProgram(address) : followPrograms)
      element.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, view: window }),
      );
  }
  await new Promise((resolve) => setTimeout(resolve, followPrograms ? 60 : 20));
  return left;
}

type WithRouter = { __reactRouterDataRouter?: { navigate: (path: string) => Promise<void> } };

/** Whether the page can follow a link by itself. */
export function canFollow(): boolean {
  return (window as WithRouter).__reactRouterDataRouter !== undefined;
}

/** As if a link to this path of the site had been followed. */
export function followLink(path: string): Promise<void> | undefined {
  return (window as WithRouter).__reactRouterDataRouter?.navigate(path);
}
