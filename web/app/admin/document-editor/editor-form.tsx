import { type RefObject, useRef } from 'react';
import { Link } from 'react-router';
import type { ContentHandle } from '../content/content-field.tsx';
import admin from '../ui/admin.module.css';
import { useFirstErrorInView } from '../ui/use-first-error-in-view.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { useSaveShortcut } from '../ui/use-save-shortcut.ts';
import { Conflict } from './conflict.tsx';
import type { DocumentTypes } from './document-kind.ts';
import { LocalDraftOffer } from './drafts/local-draft-offer.tsx';
import styles from './editor.module.css';
import type { DocumentEditor } from './use-document-editor.ts';
import { formEvents, submitterOf } from './use-editor-form.ts';

type Props<T extends DocumentTypes> = {
  editor: DocumentEditor<T>;
  ref: RefObject<HTMLFormElement | null>;
  content: RefObject<ContentHandle | null>;
  title: string;
  /** Of a document that exists. */
  links: React.ReactNode;
  /** A sentence about what could not be opened. */
  notice?: string | undefined;
  children: React.ReactNode;
};

/** The form of a post or page, with what is above its fields. */
export function EditorForm<T extends DocumentTypes>(props: Props<T>) {
  const { editor, ref, content, notice, children } = props;
  useSaveShortcut(() => void editor.saveCopy());
  useFirstErrorInView(ref, editor.failure?.at);
  const submits: Readonly<Record<string, () => Promise<void>>> = {
    save: () => editor.save('save'),
    publish: () => editor.save('publish'),
    merged: editor.saveMerged,
    new: editor.saveAsNew,
  };
  return (
    <form
      ref={ref}
      className={`page ${admin.admin} ${styles.editor}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submits[submitterOf(event) ?? 'save']?.();
      }}
      {...formEvents((files) => content.current?.insertImages(files))}
    >
      <Head {...props} />
      {notice && (
        <p role="status" className={styles.notice}>
          {notice}
        </p>
      )}
      {editor.conflict?.isOpen && <Conflict editor={editor} conflict={editor.conflict} />}
      {children}
    </form>
  );
}

function Head<T extends DocumentTypes>({ editor, title, links }: Props<T>) {
  const { kind, baseline, conflict, localDrafts } = editor;
  const { back } = kind.texts;
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(heading, `${localDrafts.length} ${conflict?.isOpen} ${conflict?.theirs.at}`);
  return (
    <>
      <title>{title}</title>
      <div className={styles.bar}>
        <Link to={back.to()} className={admin.shortened}>
          Back<span>{back.label.replace(/^Back/, '')}</span>
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {links && <p>{links}</p>}
      </div>
      <LocalDraftOffer
        name={kind.name}
        drafts={localDrafts}
        version={baseline.document?.version ?? 0}
        onRestore={editor.restoreDraft}
        onDiscard={editor.discardDraft}
      />
    </>
  );
}
