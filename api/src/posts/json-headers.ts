/** An answer that anybody may keep, and must ask for again before using it. */
export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-cache',
};
