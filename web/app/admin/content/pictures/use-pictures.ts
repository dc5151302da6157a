import { type ImageSize, sizeFromName } from '@longhand/contract/image-names';
import { useState } from 'react';
import { applyEdit } from '../html/text-edits.ts';
import type { TextField } from '../html/text-field.ts';
import { figureHtml } from './figure-html.ts';
import { type FigurePart, figureTextEdit } from './figure-texts.ts';
import { insertPictures } from './insert-pictures.ts';
import type { Placeholders } from './placeholders.ts';
import { useUpload } from './use-upload.ts';

type UploadedImage = ImageSize & { readonly url: string };

/** Where pictures go instead of the box, while it is open. */
export type PictureTarget = {
  /** Lines of HTML, of which each is a figure or a placeholder. */
  readonly insertLines: (lines: readonly string[], near?: number) => void;
  /** After an upload has ended, as `Placeholders` knows. */
  readonly resolve: () => void;
};

const NO_SOURCES: ReadonlySet<string> = new Set();

function figureAt(url: string): string {
  return figureHtml({ src: url, size: sizeFromName(url) });
}

/** Inserts all placeholders at once, and each picture when it is uploaded. */
export function usePictures(
  field: TextField,
  placeholders: Placeholders,
  visual: () => PictureTarget | null,
) {
  const upload = useUpload();
  /** The addresses of the pictures that were inserted since the page was opened. */
  const [sources, setSources] = useState(NO_SOURCES);

  function addSources(urls: readonly string[]): void {
    setSources((now) => new Set([...now, ...urls]));
  }

  /** At the caret if no position is given; at the end if the field never had the focus. */
  function insertAt(near: number | undefined, createLines: (lead: string) => string[]): void {
    const target = visual();
    if (target) {
      target.insertLines(createLines(''), near);
      return;
    }
    const caret = field.caret();
    field.edit(insertPictures(field.current(), { near, caret }, createLines));
  }

  function send(file: File, token: string, htmlOf: (url: string) => string): void {
    void upload.send(file).then((url) => {
      const html = url === null ? null : htmlOf(url);
      if (url !== null) addSources([url]);
      const change = placeholders.resolve(token, html);
      visual()?.resolve();
      field.rewrite(change);
    });
  }

  function insert(given: readonly File[], near?: number): void {
    const files = upload.usable(given);
    if (files.length === 0) return;
    let tokens: string[] = [];
    insertAt(near, (lead) => {
      tokens = placeholders.create(files, lead);
      return tokens;
    });
    for (const [index, file] of files.entries()) send(file, tokens[index] ?? '', figureAt);
  }

  /** The edit puts the placeholders into the text; null stands for a file that cannot be used. */
  function insertWith(
    files: readonly File[],
    edit: (tokens: readonly (string | null)[]) => void,
    htmlOf: (url: string, index: number) => string,
  ): void {
    const usable = upload.usable(files);
    const created = placeholders.create(usable, '');
    const tokens = files.map((file) => created[usable.indexOf(file)] ?? null);
    edit(tokens);
    for (const [index, file] of files.entries()) {
      const token = tokens[index];
      if (token) send(file, token, (url) => htmlOf(url, index));
    }
  }

  /** For pictures that are on the server already. */
  function insertUploaded(images: readonly UploadedImage[], near?: number): void {
    if (images.length === 0) return;
    insertAt(near, () =>
      images.map(({ url, width, height }) => figureHtml({ src: url, size: { width, height } })),
    );
    addSources(images.map(({ url }) => url));
  }

  /** Changes the alt text or caption of an inserted picture. */
  function describe(index: number, part: FigurePart, words: string): void {
    const now = field.current();
    const edit = figureTextEdit(now.text, sources, { index, part, words });
    if (edit) field.edit(applyEdit(now, edit), 'typing');
  }

  return {
    upload,
    insert,
    insertWith,
    insertUploaded,
    sources,
    describe,
    endDescribing: () => setSources(NO_SOURCES),
  };
}

export type Pictures = ReturnType<typeof usePictures>;
