import { readViewMode } from './use-view-mode.ts';
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

/** Loads the code with the text: shown later, the visual editor would move what follows it. */
export async function withVisualEditor<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  // The editor says so if its code cannot be loaded.
  const code = readViewMode() === 'visual' && loadVisualEditor().catch(console.warn);
  const loaded = await loading;
  await code;
  return loaded;
}
