import { PALETTE } from '@longhand/contract/palette';

const { light, dark } = PALETTE;

/** For pages without external resources: when nothing can be rendered, or nothing loaded. */
export const PLAIN_PAGE_STYLE = `:root{color-scheme:light dark}body{max-width:32rem;margin:18vh auto;padding:0 1.5rem;background:light-dark(${light.paper},${dark.paper});color:light-dark(${light.ink},${dark.ink});font:1.125rem/1.6 Georgia,serif}h1{font-size:2rem;font-weight:500;line-height:1.15}a{color:inherit}`;
