/** For public responses: any cache may store them, and must revalidate before each use. */
export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
};
