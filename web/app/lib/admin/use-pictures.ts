import { sizeFromName } from '@longhand/contract/image-names';
import { picturePosition } from './picture-position.ts';
import type { Placeholders } from './placeholders.ts';
import type { TextState } from './text-edits.ts';
import type { TextField } from './text-field.ts';
import { image } from './text-tools.ts';
import { useUpload } from './use-upload.ts';

/** Inserts all placeholders at once, and each image when it is uploaded. */
export function usePictures(field: TextField, placeholders: Placeholders) {
  const upload = useUpload();

  /** At the caret if no offset is given; at the end if the field never had the focus. */
  function insert(dropped: readonly File[], near?: number): void {
    const files = upload.usable(dropped);
    if (files.length === 0) return;
    const { text } = field.current();
    const at = picturePosition(text, near ?? field.caret() ?? text.length);
    const lead = at === 0 || text[at - 1] === '\n' ? '' : '\n';
    const tokens = placeholders.create(
      files.map(({ name }) => name),
      lead,
    );
    const inserted = lead + tokens.map((token) => `${token}\n`).join('');
    const caret = at + inserted.length;
    field.edit({ text: text.slice(0, at) + inserted + text.slice(at), from: caret, to: caret });
    for (const [index, file] of files.entries()) {
      void upload.send(file).then((url) => {
        const html = url === null ? null : image(url, sizeFromName(url));
        field.rewrite(() => placeholders.resolve(tokens[index] ?? '', html));
      });
    }
  }

  /** The edit puts the placeholders into the text; null stands for a file that cannot be used. */
  function insertWith(
    files: readonly File[],
    edit: (tokens: readonly (string | null)[]) => TextState,
    htmlOf: (url: string, index: number) => string,
  ): void {
    const usable = new Set(upload.usable(files));
    const names = [...usable].map(({ name }) => name);
    const created = placeholders.create(names, '').values();
    const tokens = files.map((file) => (usable.has(file) ? (created.next().value ?? null) : null));
    field.edit(edit(tokens));
    for (const [index, file] of files.entries()) {
      const token = tokens[index];
      if (!token) continue;
      void upload.send(file).then((url) => {
        const html = url === null ? null : htmlOf(url, index);
        field.rewrite(() => placeholders.resolve(token, html));
      });
    }
  }

  return { upload, insert, insertWith };
}
