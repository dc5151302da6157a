/** These run in the page, so they cannot use anything else of this file. */

/** Triggers all events, and returns the attributes that could still run a script. */
export async function provoke(followScripts: boolean): Promise<string[]> {
  const dangerous: string[] = [];
  const isScriptUrl = (address: string) =>
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
      if (/^on/i.test(name)) dangerous.push(`${element.tagName} ${name}=${value}`);
      if (
        /^(?:href|src|action|formaction|xlink:href|data|poster|background|to|values|srcdoc|srcset|cite)$/i.test(
          name,
        ) &&
        isScriptUrl(value)
      )
        dangerous.push(`${element.tagName} ${name}=${value}`);
    }
  }
  const targets = followScripts
    ? elements
    : [...document.querySelectorAll('article, article *, main [title], main img')];
  for (const element of targets) {
    for (const name of events) element.dispatchEvent(new Event(name));
    if (element instanceof HTMLElement && element.tabIndex >= 0)
      element.focus({ preventScroll: true });
    const link = element.closest('a');
    const address = link?.getAttribute('href') ?? link?.getAttribute('xlink:href') ?? '';
    if (link ? isScriptUrl(address) : followScripts)
      element.dispatchEvent(
        new MouseEvent('click', { bubbles: true, cancelable: true, view: window }),
      );
  }
  await new Promise((resolve) => setTimeout(resolve, followScripts ? 60 : 20));
  return dangerous;
}

type WithRouter = { __reactRouterDataRouter?: { navigate: (path: string) => Promise<void> } };

export function canFollow(): boolean {
  return (window as WithRouter).__reactRouterDataRouter !== undefined;
}

export function followLink(path: string): Promise<void> | undefined {
  return (window as WithRouter).__reactRouterDataRouter?.navigate(path);
}
