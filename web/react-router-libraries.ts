/** What React Router imports: Vite does not look for it, and a library that is found late loads the page again. */
export const REACT_ROUTER_LIBRARIES = [
  'react-router > cookie-es',
  'react-router > @remix-run/route-pattern/match',
  'react-router > @remix-run/route-pattern/specificity',
];
