/** What a link may lead to: what the editor takes, and what readers get of it. */
export const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel'] as const;
