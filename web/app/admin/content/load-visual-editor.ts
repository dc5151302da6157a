import type VisualEditor from './visual/visual-editor.tsx';

export type VisualEditorComponent = typeof VisualEditor;

let loaded: VisualEditorComponent | null = null;

/** The visual editor if it was loaded before, so that it is shown at once. */
export function loadedVisualEditor(): VisualEditorComponent | null {
  return loaded;
}

export async function loadVisualEditor(): Promise<VisualEditorComponent> {
  ({ default: loaded } = await import('./visual/visual-editor.tsx'));
  return loaded;
}
