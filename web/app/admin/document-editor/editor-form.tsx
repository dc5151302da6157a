import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { ContentHandle } from '../content/content-field.tsx';
import { droppedFiles, pastedImage } from '../content/pictures/use-upload.ts';
import { ViewsPlace } from '../content/view-buttons.tsx';
import admin from '../ui/admin.module.css';
import { useFirstErrorInView } from '../ui/fields/use-first-error-in-view.ts';
import { Menu } from '../ui/floating/menu.tsx';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { IS_PHONE, useMedia } from '../ui/use-media.ts';
import { useRootAttribute } from '../ui/use-root-attribute.ts';
import { useSaveShortcut } from '../ui/use-save-shortcut.ts';
import { useScrollPaddingTop } from '../ui/use-scroll-padding.ts';
import { Conflict } from './conflict.tsx';
import type { DocumentTypes } from './document-kind.ts';
import { LocalDraftOffer } from './drafts/local-draft-offer.tsx';
import styles from './editor.module.css';
import type { Opened } from './editor-state.ts';
import { SaveProblems, SaveState } from './save-status.tsx';
import type { DocumentEditor } from './use-document-editor.ts';

/** If there are local drafts, the first thing to do is to choose one. */
export function useFirstFocus<T extends DocumentTypes>(
  field: RefObject<HTMLElement | null>,
  { baseline, copy, localDrafts }: Opened<T>,
): void {
  const wanted = baseline.document === null && copy === null && localDrafts.length === 0;
  const focus = useEffectEvent(() => {
    const { activeElement } = document;
    // The focus may have been moved while the editor was loading.
    const isFree = activeElement === document.body || activeElement?.id === 'content';
    if (wanted && isFree) field.current?.focus({ preventScroll: true });
  });
  useEffect(() => focus(), []);
}

/** Images that are pasted or dropped beside a field go into the text. */
function formEvents(insertImages: (files: readonly File[]) => void) {
  function takeImages(event: React.SyntheticEvent, files: readonly (File | undefined)[]): void {
    const images = files.filter((file) => file !== undefined);
    if (images.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    insertImages(images);
  }
  return {
    // Enter in an input would submit the form.
    onKeyDown(event: React.KeyboardEvent): void {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    },
    onPaste: (event: React.ClipboardEvent) => takeImages(event, [pastedImage(event)]),
    // Otherwise the browser would open a file that is dropped beside a field.
    onDragOver: (event: React.DragEvent) => event.preventDefault(),
    onDrop: (event: React.DragEvent) => takeImages(event, droppedFiles(event)),
  };
}

function submitterOf({ nativeEvent }: React.SyntheticEvent): string | undefined {
  return ((nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null)?.value;
}

type Props<T extends DocumentTypes> = {
  editor: DocumentEditor<T>;
  ref: RefObject<HTMLFormElement | null>;
  content: RefObject<ContentHandle | null>;
  title: string;
  /** In the line at the top; a phone has them in the menu. */
  links: React.ReactNode;
  /** Always in the menu. */
  menu?: React.ReactNode;
  /** A control of the layout, which a phone does not have. */
  layout?: React.ReactNode;
  /** A sentence about what could not be opened. */
  notice?: string | undefined;
  children: React.ReactNode;
};

export function EditorForm<T extends DocumentTypes>(props: Props<T>) {
  const { editor, ref, content, notice, children } = props;
  const [viewsPlace, setViewsPlace] = useState<Element | null>(null);
  const { kind, baseline, savedAt, unsaved } = editor;
  // Until another page follows a save, nothing should move.
  const isLeaving = savedAt && baseline.document && kind.afterSave(baseline.document);
  const [isNoticeOver, setNoticeOver] = useState(false);
  // It speaks of changes, and goes with them.
  if (baseline.document && !unsaved && !isLeaving && !isNoticeOver) setNoticeOver(true);
  useRootAttribute('data-editor', true);
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
      className={`${admin.admin} ${styles.editor}`}
      onSubmit={(event) => {
        event.preventDefault();
        void submits[submitterOf(event) ?? 'save']?.();
      }}
      {...formEvents((files) => content.current?.insertImages(files))}
    >
      <TopLine {...props} viewsPlace={setViewsPlace} />
      <div className={styles.notes}>
        <LocalDraftOffer
          name={editor.kind.name}
          drafts={editor.localDrafts}
          version={editor.baseline.document?.version ?? 0}
          onRestore={editor.restoreDraft}
          onDiscard={editor.discardDraft}
        />
        {notice && !isNoticeOver && <p role="status">{notice}</p>}
        {editor.conflict?.isOpen && <Conflict editor={editor} conflict={editor.conflict} />}
      </div>
      <ViewsPlace value={viewsPlace}>{children}</ViewsPlace>
    </form>
  );
}

type TopLineProps<T extends DocumentTypes> = Props<T> & {
  viewsPlace: (place: Element | null) => void;
};

function TopLine<T extends DocumentTypes>(props: TopLineProps<T>) {
  const { editor, title, links, menu, layout, viewsPlace } = props;
  const { kind, conflict, localDrafts } = editor;
  const { back } = kind.texts;
  const heading = useRef<HTMLHeadingElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  useFocusFallback(heading, `${localDrafts.length} ${conflict?.isOpen} ${conflict?.theirs.at}`);
  useScrollPaddingTop(messages);
  const isPhone = useMedia(IS_PHONE);
  const inMenu = isPhone ? links : null;
  return (
    <>
      <title>{title}</title>
      <div className={styles.bar}>
        <Link to={back.to()} className={styles.back}>
          <span aria-hidden="true">←</span> <span className={styles.label}>{back.label}</span>
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <SaveState editor={editor} className={styles.state} />
        <div ref={viewsPlace} className={styles.actions}>
          {!isPhone && links}
          {!isPhone && layout}
        </div>
        {(menu || inMenu) && (
          <Menu label="More" className={styles.more}>
            {inMenu}
            {menu}
          </Menu>
        )}
        <SaveProblems ref={messages} editor={editor} />
      </div>
    </>
  );
}
