import { sizeFromName } from '@longhand/contract/image-names';
import { picturePosition } from './picture-position.ts';
import type { Placeholders } from './placeholders.ts';
import type { TextField } from './text-field.ts';
import { image } from './text-tools.ts';
import { useUpload } from './use-upload.ts';

/** Puts pictures into the text: all of their places at once, and each picture when it has arrived. */
export function usePictures(field: TextField, placeholders: Placeholders) {
  const upload = useUpload();

  /** Near this place of the text; without one where the caret is, or at the end if there was none. */
  function insert(given: readonly File[], near?: number): void {
    const files = upload.usable(given);
    if (files.length === 0) return;
    const { text } = field.current();
    const at = picturePosition(text, near ?? field.caret() ?? text.length);
    const lead = at === 0 || text[at - 1] === '\n' ? '' : '\n';
    const tokens = placeholders.reserve(
      files.map(({ name }) => name),
      lead,
    );
    const inserted = lead + tokens.map((token) => `${token}\n`).join('');
    const caret = at + inserted.length;
    field.edit({ text: text.slice(0, at) + inserted + text.slice(at), from: caret, to: caret });
    for (const [index, file] of files.entries()) {
      void upload.send(file).then((url) => {
        const picture = url === null ? null : image(url, sizeFromName(url));
        field.rewrite(() => placeholders.settle(tokens[index] ?? '', picture));
      });
    }
  }

  return { upload, insert };
}
