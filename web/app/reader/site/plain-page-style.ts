import { PALETTE } from '@longhand/contract/colours/palette';

const { light, dark } = PALETTE;

/** Pages for which nothing can be rendered or loaded have no external resources. */
export const PLAIN_PAGE_STYLE = `:root{color-scheme:light dark}body{max-width:32rem;margin:18vh auto;padding:0 1.5rem;background:light-dark(${light.paper},${dark.paper});color:light-dark(${light.ink},${dark.ink});font:1.125rem/1.6 Georgia,serif}h1{font-size:2rem;font-weight:500;line-height:1.15}h2{margin-top:2.5rem;font-size:1.25rem;font-weight:500}ul{padding:0;list-style:none}li{margin-block:.25rem}a{color:inherit}:lang(ko){word-break:keep-all}`;
