export const listFormat = new Intl.ListFormat('en-US');
