/** For the editor and the sanitiser. */
export const LINK_SCHEMES = ['https', 'http', 'mailto', 'tel'] as const;
