import { NEWSLETTER_PATH } from '@longhand/contract/newsletter/newsletter-addresses';
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
} from 'react-router';
import { isNeverLoaded, loadDocument } from '../../lib/document-page.ts';
import { redirectOldAddress } from '../../lib/old-address.ts';
import {
  applyLink,
  linkOf,
  loadLinkPage,
} from '../../reader/newsletter/newsletter-pages.server.ts';
import { apiContext } from '../../reader/site/context.server.ts';
import { useSite } from '../../reader/site/site.ts';
import { useWords } from '../../reader/site/words.tsx';
import { Failed, Message, NotFound } from '../../reader/ui/message.tsx';

/** Changes nothing: programs that check mails follow every link. */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const link = linkOf(params);
  if (!link) {
    await redirectOldAddress(context.get(apiContext), url);
    return data({ page: null, status: 404 }, { status: 404 });
  }
  const loaded = await loadLinkPage(context, link);
  return data(loaded, { status: loaded.status });
}

export async function action({ context, params }: ActionFunctionArgs) {
  const link = linkOf(params);
  const isFailed = link !== null && !(await applyLink(context, link));
  return isFailed ? data({ isFailed }, { status: 503 }) : null;
}

/** Only the server's response has the headers that keep the address secret. */
export const clientLoader = loadDocument;

export const shouldRevalidate = isNeverLoaded;

export default function NewsletterLink() {
  const { page, status } = useLoaderData<typeof loader>();
  const isFailed = useActionData<typeof action>() != null;
  const { newsletterOpen } = useSite();
  const words = useWords();
  if (!page) return status === 404 ? <NotFound /> : <Failed />;
  const heading = words.text('newsletter.heading') || words.text('newsletter.subscribe');
  const join = { to: NEWSLETTER_PATH, label: heading };
  return (
    <Message
      title={page.title}
      text={isFailed ? words.text('newsletter.failed') : page.text}
      {...(page.canJoin && newsletterOpen && { back: join })}
    >
      {page.button && (
        <form method="post">
          <button type="submit" className="button">
            {page.button}
          </button>
        </form>
      )}
    </Message>
  );
}
