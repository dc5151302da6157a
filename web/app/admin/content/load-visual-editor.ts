import type VisualEditor from './visual/visual-editor.tsx';

export type VisualEditorComponent = typeof VisualEditor;

let loaded: VisualEditorComponent | null = null;

/** An object, so that a test can slow it down. */
export const visualEditorCode = {
  /** The visual editor if it was loaded before, so that it is shown at once. */
  loaded: () => loaded,
  async load(): Promise<VisualEditorComponent> {
    ({ default: loaded } = await import('./visual/visual-editor.tsx'));
    return loaded;
  },
};
