import type { Database } from '../database/tables.ts';
import { inTransaction } from '../database/transaction.ts';
import { invalidDocument } from '../documents/document-problems.ts';
import { UnrenderableError } from '../rendering/html-tree.ts';
import { RENDER_VERSION, type Renderer } from '../rendering/render.ts';
import { orAsSource } from '../rendering/sanitise.ts';
import {
  listOutdatedPages,
  RENDERED_WHEN_READ,
  type RenderedPage,
  saveRendered,
} from './pages.repository.ts';

const textOf = (content: string) => ({ title: '', excerpt: '', content });

/** New content is refused if it cannot be rendered. */
export async function renderPage(
  { renderPost }: Renderer,
  content: string | null,
): Promise<RenderedPage> {
  if (content === null) return RENDERED_WHEN_READ;
  try {
    const { public_content, rendering } = await renderPost(textOf(content));
    return { public_content, rendering };
  } catch (error) {
    if (!(error instanceof UnrenderableError)) throw error;
    throw invalidDocument('page', 'content', error.message);
  }
}

/** Stored content was accepted before, so it is never refused. */
export async function renderStoredPage(
  renderer: Renderer,
  content: string | null,
): Promise<RenderedPage> {
  if (content === null) return RENDERED_WHEN_READ;
  const { public_content, rendering } = await orAsSource(content, (text) =>
    renderer.renderPost(textOf(text)),
  );
  return { public_content, rendering };
}

export async function renderOutdatedPages(db: Database, renderer: Renderer): Promise<void> {
  for (const page of await listOutdatedPages(db, RENDER_VERSION)) {
    const rendered = await renderStoredPage(renderer, page.content);
    await inTransaction(db, (trx) => saveRendered(trx, page, rendered));
  }
}
