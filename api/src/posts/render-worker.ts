export { renderPost as default } from './render.ts';
