import { NEWSLETTER_PATH } from '@longhand/contract/newsletter/newsletter-addresses';
import {
  type ActionFunctionArgs,
  data,
  type HeadersArgs,
  type LoaderFunctionArgs,
  useActionData,
} from 'react-router';
import { orElse } from '../../lib/api-client.ts';
import { isNeverLoaded, loadDocument } from '../../lib/document-page.ts';
import { redirectOldAddress } from '../../lib/old-address.ts';
import styles from '../../reader/newsletter/newsletter.module.css';
import { submitSignup } from '../../reader/newsletter/newsletter-pages.server.ts';
import { apiContext, siteContext } from '../../reader/site/context.server.ts';
import { useSite } from '../../reader/site/site.ts';
import { useWords } from '../../reader/site/words.tsx';
import { Message } from '../../reader/ui/message.tsx';
import { PageHead } from '../../reader/ui/page-head.tsx';

/** Without mail there is no such page, and the address may be one of an old blog. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const [api, reader] = [context.get(apiContext), context.get(siteContext)];
  const { newsletterOpen } = await orElse(reader.read(api), reader.lastKnown());
  if (newsletterOpen) return null;
  await redirectOldAddress(api, url);
  return data(null, { status: 404 });
}

export async function action({ context, request }: ActionFunctionArgs) {
  return submitSignup(context, await request.formData());
}

export function headers({ actionHeaders }: HeadersArgs) {
  return actionHeaders;
}

/** The server knows best whether there is such a page. */
export const clientLoader = loadDocument;

export const shouldRevalidate = isNeverLoaded;

export default function NewsletterPage() {
  const answer = useActionData<typeof action>();
  const site = useSite();
  const words = useWords();
  const title = words.text('newsletter.heading') || words.text('newsletter.subscribe');
  const result = answer?.result;
  if (result === 'sent' || result === 'thanks' || !site.newsletterOpen) {
    const text = words.text(`newsletter.${result ?? 'no-scripts'}`);
    return <Message title={title} text={text} />;
  }
  return (
    <div className={styles.page} lang={words.lang}>
      <PageHead title={title} description={site.description} path={NEWSLETTER_PATH} />
      <h1>{title}</h1>
      {/* Without scripts of its own: that of the front page has them, and would be a file of its own if it were here, too. */}
      <form className={styles.form} method="post" noValidate>
        <label className="visually-hidden" htmlFor="email">
          {words.text('newsletter.email')}
        </label>
        <input
          id="email"
          className="field"
          type="email"
          name="email"
          autoComplete="email"
          defaultValue={answer?.email}
          placeholder={words.text('newsletter.example')}
          aria-invalid={result === 'wrong'}
          aria-describedby="result"
        />
        <input name="website" autoComplete="off" tabIndex={-1} hidden />
        <button type="submit" className="button">
          {words.text('newsletter.subscribe')}
        </button>
      </form>
      <p id="result" className={styles.result} role="status" dir="auto">
        {answer?.text ?? (result && words.text(`newsletter.${result}`))}
      </p>
    </div>
  );
}
