import { Suspense } from 'react';
import { Await, type ClientLoaderFunctionArgs, Link, useLoaderData, useParams } from 'react-router';
import { PostEditor } from '../../components/admin/post-editor.tsx';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { AdminApiError, adminApi } from '../../lib/admin/admin-api.ts';
import { type KeptWork, listKeptWork } from '../../lib/admin/journal.ts';
import { isSameForm, toForm } from '../../lib/admin/post-form.ts';
import { stayingOnPage } from '../../lib/revalidation.ts';

async function load(id: string) {
  const kept = (await listKeptWork()).filter((work) => work.postId === id);
  try {
    const post = await adminApi.findPost(id);
    // Saved, though there was no time left to note it.
    const differs = (work: KeptWork) => !post || !isSameForm(work.form, toForm(post));
    return { kept: kept.filter(differs), post, failed: false };
  } catch (error) {
    console.error(error);
    // What is no id at all is the id of no post: trying again would not help.
    const failed = !(error instanceof AdminApiError && error.status === 400);
    return { kept, post: undefined, failed };
  }
}

export function clientLoader({ params }: ClientLoaderFunctionArgs) {
  return { loaded: load(params.id ?? '') };
}

export const shouldRevalidate = stayingOnPage;

export function HydrateFallback() {
  return <Loading text="Loading editor..." />;
}

export default function EditPost() {
  const { loaded } = useLoaderData<typeof clientLoader>();
  const { id } = useParams();
  return (
    <Suspense key={id} fallback={<HydrateFallback />}>
      <Await resolve={loaded}>
        {({ post, kept, failed }) =>
          post ? <PostEditor post={post} kept={kept} /> : <NoPost failed={failed} kept={kept} />
        }
      </Await>
    </Suspense>
  );
}

const BACK = { to: '/admin', label: '← Back to Dashboard' };

/** Never an empty form: what is written into one would be saved as something else. */
function NoPost({ failed, kept }: { failed: boolean; kept: readonly KeptWork[] }) {
  if (failed) {
    return (
      <Message
        title="The post could not be loaded"
        text="The server did not answer as it should. Please reload the page in a moment."
        back={BACK}
      />
    );
  }
  return (
    <>
      <Message
        title="Post Not Found"
        text="There is no post with this id. It may have been deleted; then it is in the trash for 30 days."
        back={BACK}
      />
      {kept.map((work) => (
        <p key={work.key} className="page">
          Unsaved work on it was kept in this browser.{' '}
          <Link to={`/admin/posts/new?kept=${work.key}`}>Open it as a new post</Link>
        </p>
      ))}
    </>
  );
}
