import { Plugin } from 'prosemirror-state';

/** To be the last plugin. Why not `defaultPrevented`: the editor prevents it for every Escape. */
export function unusedEscape(onEscape: () => void): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(_view, { key }) {
        if (key === 'Escape') onEscape();
        return false;
      },
    },
  });
}
