import { ArticleHead } from '../../reader/article/prose/article-head.tsx';
import { splitTags } from '../post-form/post-form.ts';
import { dateOf } from '../post-form/publish-dates.ts';
import type { Editor } from './post-kind.ts';

type Props = { editor: Pick<Editor, 'form' | 'baseline'>; readingMinutes: number };

export function PostPreviewHead({ editor: { form, baseline }, readingMinutes }: Props) {
  const { document: post } = baseline;
  return (
    <ArticleHead
      heading="h3"
      post={{
        title: form.title,
        excerpt: form.excerpt,
        language: form.language,
        tags: [...new Set(splitTags(form.tags))],
        featured_image: form.featured_image || null,
        featured_image_alt: form.featured_image_alt,
        reading_minutes: readingMinutes,
        date: dateOf(form) || (post?.created_at ?? new Date().toISOString()),
      }}
    />
  );
}
