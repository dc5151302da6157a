import { POST_FIELDS } from '@longhand/contract/posts/post-fields';
import panel from '../../document-editor/panel.module.css';
import { Closable } from '../../document-editor/panel.tsx';
import admin from '../../ui/admin.module.css';
import { Field } from '../../ui/fields/field.tsx';
import { LanguageSelect } from '../../ui/fields/language-select.tsx';
import type { Editor } from '../post-kind.ts';
import { FeaturedImage } from './featured-image.tsx';
import { PublishDate } from './publish-date.tsx';
import type { PlannedMailing } from './send-when-published.tsx';
import { TagsField } from './tags-field.tsx';
import { TranslationField } from './translation-field.tsx';

type Props = { editor: Editor; planned: PlannedMailing };

export function PostSettings({ editor, planned }: Props) {
  return (
    <>
      <FeaturedImage editor={editor} />
      <TagsField editor={editor} />
      <SeoSettings editor={editor} />
      <Closable name="Publication date" storageKey="post-settings-date">
        <PublishDate editor={editor} planned={planned} />
      </Closable>
      <Closable name="Address and language" storageKey="post-settings-address">
        <Address editor={editor} />
        <LanguageSelect
          field="language"
          label={POST_FIELDS.language.label}
          none="The site’s language"
          language={editor.form.language}
          onChange={(language) => editor.change({ language })}
          errors={editor.errors.language}
        />
        <TranslationField editor={editor} />
      </Closable>
    </>
  );
}

function SeoSettings({ editor }: { editor: Editor }) {
  return (
    <section aria-labelledby="seo-settings" className={panel.group}>
      <h2 id="seo-settings" className={admin.name}>
        SEO Settings
      </h2>
      <Field editor={editor} name="meta_title" hint="Optional. Defaults to the post title" />
      <Field editor={editor} name="meta_description" hint="Optional" rows={2} />
    </section>
  );
}

function Address({ editor }: { editor: Editor }) {
  return (
    <Field
      editor={editor}
      name="slug"
      hint={
        editor.baseline.document?.published_at
          ? 'The end of the post’s URL. If you change it, the old URL redirects here.'
          : 'Optional. The end of the post’s URL. If left empty, it follows the title.'
      }
      onLeave={() => void editor.normalizeSlug()}
    />
  );
}
