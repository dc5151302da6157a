/** What a link may lead to: what the editor takes, and what readers get of it. */
export const LINK_SCHEMES = ['https', 'http', 'mailto', 'tel'] as const;
