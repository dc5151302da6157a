import { POST_FIELDS } from '@longhand/contract/post-fields';
import { useRef } from 'react';
import editorStyles from '../../document-editor/editor.module.css';
import admin from '../../ui/admin.module.css';
import { Field } from '../../ui/field.tsx';
import { LanguageSelect } from '../../ui/language-select.tsx';
import type { Editor } from '../post-kind.ts';
import type { PlannedMailing } from '../publishing/use-planned-mailing.ts';
import { FeaturedImage } from './featured-image.tsx';
import styles from './post-settings.module.css';
import { PublishDate } from './publish-date.tsx';
import { TagsField } from './tags-field.tsx';
import { TranslationField } from './translation-field.tsx';
import { useSettingsPanel, useStickyTop } from './use-settings-panel.ts';

const PANEL_ID = 'post-settings';

type Props = { editor: Editor; planned: PlannedMailing };

/** Beside the text where there is room, otherwise below it. Closed, its fields keep what they have. */
export function PostSettings({ editor, planned }: Props) {
  const { isOpen, toggle, show } = useSettingsPanel();
  const panel = useRef<HTMLDivElement>(null);
  useStickyTop(panel);
  return (
    <>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={PANEL_ID}
        onClick={toggle}
      >
        Post settings
      </button>
      <div
        ref={panel}
        id={PANEL_ID}
        hidden={!isOpen}
        className={styles.panel}
        // A field can only be shown in an open panel.
        onInvalidCapture={show}
      >
        <FeaturedImage editor={editor} />
        <TagsField editor={editor} />
        <SeoSettings editor={editor} />
        <LanguageSettings editor={editor} />
        <PublishDate editor={editor} planned={planned} />
      </div>
    </>
  );
}

function SeoSettings({ editor }: { editor: Editor }) {
  return (
    <section aria-labelledby="seo-settings" className={`${editorStyles.section} ${styles.section}`}>
      <h2 id="seo-settings" className={admin.name}>
        SEO Settings
      </h2>
      <Field editor={editor} name="meta_title" hint="Optional. Defaults to the post title" />
      <Field editor={editor} name="meta_description" hint="Optional" rows={2} />
      <Field
        editor={editor}
        name="slug"
        hint={
          editor.baseline.document?.published_at
            ? 'The last part of the post’s address. An old one that was public leads to the new one'
            : 'Optional. The last part of the post’s address; left empty, it follows the title'
        }
        onLeave={() => void editor.normalizeSlug()}
      />
    </section>
  );
}

function LanguageSettings({ editor }: { editor: Editor }) {
  return (
    <>
      <LanguageSelect
        field="language"
        label={POST_FIELDS.language.label}
        none="The site’s language"
        language={editor.form.language}
        onChange={(language) => editor.change({ language })}
        errors={editor.errors.language}
      />
      <TranslationField editor={editor} />
    </>
  );
}
