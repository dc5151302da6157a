import { type ImageSize, sizeFromName } from '@longhand/contract/media/image-names';
import { useState } from 'react';
import type { ContentEditor } from '../editor-view.ts';
import { applyEdit, applyEdits } from '../html/text-edits.ts';
import type { TextField } from '../html/text-field.ts';
import { type FigurePart, figureHtml, figureTextEdit, galleryEdit } from './figure-html.ts';
import { insertPictures } from './picture-position.ts';
import { chooseImages, useUpload } from './use-upload.ts';
import { sourceEdits, useWebPictures } from './web-pictures.ts';

type UploadedImage = ImageSize & { readonly url: string };

/** Gets the pictures instead of the HTML box, while it is open. */
export type PictureTarget = {
  /** Each line of HTML is a figure or a placeholder. */
  readonly insertLines: (lines: readonly string[], near?: number) => void;
  /** Called after an upload has ended; `Placeholders` has the result. */
  readonly resolve: () => void;
  readonly gather: (sources: ReadonlySet<string>) => void;
  readonly replaceSource: (picture: PictureSource, url: string) => boolean;
};

/** All pictures with this address, or only the one with this index. */
export type PictureSource = { readonly source: string; readonly index?: number };

/** Pictures that were inserted together, until the owner chooses how they are shown. */
type Group = { readonly count: number; readonly urls: Promise<readonly (string | null)[]> };

const NOT_THERE = 'The picture to replace is no longer in the text. The new one is in the library.';

const NO_SOURCES: ReadonlySet<string> = new Set();

function figureAt(url: string): string {
  return figureHtml({ src: url, size: sizeFromName(url) });
}

export function usePictures(
  field: TextField,
  { placeholders, waitFor }: Pick<ContentEditor, 'placeholders' | 'waitFor'>,
  /** Null while the HTML box has the current text. */
  visual: () => PictureTarget | null,
) {
  const upload = useUpload();
  /** The addresses of the pictures that were inserted since the page was opened. */
  const [sources, setSources] = useState(NO_SOURCES);
  const [group, setGroup] = useState<Group | null>(null);

  function replaceSource(picture: PictureSource, url: string): boolean {
    const target = visual();
    if (target) return target.replaceSource(picture, url);
    const now = field.current();
    const edits = sourceEdits(now.text, picture, url);
    if (edits.length > 0) field.edit(applyEdits(now, edits));
    return edits.length > 0;
  }

  const web = useWebPictures({ upload, waitFor, replace: replaceSource });

  function addSources(urls: readonly string[]): void {
    setSources((now) => new Set([...now, ...urls]));
  }

  /** Inserts at the caret if no position is given; at the end if the field never had the focus. */
  function insertAt(near: number | undefined, createLines: (lead: string) => string[]): void {
    const target = visual();
    if (target) {
      target.insertLines(createLines(''), near);
      return;
    }
    const caret = field.caret();
    field.edit(insertPictures(field.current(), { near, caret }, createLines));
  }

  function send(
    file: File,
    token: string,
    htmlOf: (url: string) => string,
  ): Promise<string | null> {
    return upload.send(file).then((url) => {
      const html = url === null ? null : htmlOf(url);
      if (url !== null) addSources([url]);
      const change = placeholders.resolve(token, html);
      visual()?.resolve();
      field.rewrite(change);
      return url;
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
    const sent = files.map((file, index) => send(file, tokens[index] ?? '', figureAt));
    setGroup(files.length > 1 ? { count: files.length, urls: Promise.all(sent) } : null);
  }

  async function arrangeGroup(layout: 'gallery' | 'stack'): Promise<void> {
    setGroup(null);
    if (layout === 'stack' || !group) return;
    const urls = new Set((await group.urls).filter((url) => url !== null));
    const target = visual();
    if (target) {
      target.gather(urls);
      return;
    }
    const edit = galleryEdit(field.current().text, urls);
    if (edit) field.edit(applyEdit(field.current(), edit));
  }

  /** The edit puts the placeholders into the text; null stands for an unusable file. */
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
      if (token) void send(file, token, (url) => htmlOf(url, index));
    }
  }

  function replace(picture: PictureSource, onDone: () => void): void {
    chooseImages(async (chosen) => {
      const [file] = upload.usable(chosen);
      const url = file ? await waitFor(upload.send(file)) : null;
      if (url === null) return;
      if (!replaceSource(picture, url)) upload.fail(NOT_THERE);
      onDone();
    }, false);
  }

  function insertUploaded(images: readonly UploadedImage[], near?: number): void {
    if (images.length === 0) return;
    insertAt(near, () =>
      images.map(({ url, width, height }) => figureHtml({ src: url, size: { width, height } })),
    );
    addSources(images.map(({ url }) => url));
  }

  function describe(index: number, part: FigurePart, words: string): void {
    const now = field.current();
    const edit = figureTextEdit(now.text, sources, { index, part, words });
    if (edit) field.edit(applyEdit(now, edit), 'typing');
  }

  return {
    upload,
    insert,
    insertWith,
    web,
    notePasted: web.note,
    groupCount: group?.count ?? null,
    arrangeGroup,
    insertUploaded,
    replace,
    sources,
    describe,
    endDescribing: () => setSources(NO_SOURCES),
  };
}

export type Pictures = ReturnType<typeof usePictures>;
