import {
  confirmPath,
  NEWSLETTER_PATH,
  unsubscribePath,
} from '@longhand/contract/newsletter/newsletter-addresses';
import { type Headers, SECRET_LINK_HEADERS } from '@longhand/response-cache';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { Transport } from '../app/lib/api-client.ts';
import type { SiteHosts } from '../app/reader/site/site.ts';
import type { SubmittedForm } from './render-page.ts';

type FormReader = (body: Buffer<ArrayBuffer>, contentType: string) => Promise<URLSearchParams>;

function textsOf(fields: Iterable<[string, unknown]>): URLSearchParams {
  const texts = [...fields].filter((field): field is [string, string] => {
    return typeof field[1] === 'string';
  });
  return new URLSearchParams(texts);
}

const READERS: Readonly<Record<string, FormReader>> = {
  'application/x-www-form-urlencoded': async (body) => new URLSearchParams(body.toString()),
  async 'multipart/form-data'(body, contentType) {
    const headers = { 'content-type': contentType };
    return textsOf(await new Response(body, { headers }).formData());
  },
  'application/json': async (body) => textsOf(Object.entries(JSON.parse(body.toString()) ?? {})),
};

/** Programs and pages send the fields of a form as one of these. */
const FORM_TYPES = Object.keys(READERS);

/** Leaves out files. Returns no fields if the body is not what its type says. */
async function readForm(body: Buffer<ArrayBuffer>, contentType: string): Promise<URLSearchParams> {
  const [type = ''] = contentType.split(';');
  try {
    return (await READERS[type.trim().toLowerCase()]?.(body, contentType)) ?? new URLSearchParams();
  } catch {
    return new URLSearchParams();
  }
}

/** The page is rendered for this request, and nobody else gets it. */
export type SendUncached = (
  request: FastifyRequest,
  reply: FastifyReply,
  headers: Headers,
  submitted?: SubmittedForm,
) => Promise<FastifyReply>;

type Options = { site: SiteHosts; fetchApi: Transport; sendUncached: SendUncached };

/** The form has an address and a field for robots; mail programs send a few words. */
const MAX_FORM_BYTES = 8 * 1024;

const NO_STORE = { 'cache-control': 'no-store' };

/** The wildcard matches tokens that are too long for a parameter. */
export const withToken = (start: string) => [`${start}:token`, `${start}*`];

/**
 * True if another site has sent the form. Browsers say so; older ones, and those without https, name only the origin,
 * which is that of this site under the name by which it was asked, or under its own.
 */
function isForeign({ headers, host }: FastifyRequest, site: SiteHosts): boolean {
  const { origin, 'sec-fetch-site': from } = headers;
  if (from !== undefined) return from !== 'same-origin' && from !== 'none';
  if (origin === undefined) return false;
  const foreign = URL.parse(origin)?.host;
  return foreign !== host && foreign !== new URL(site.url).host;
}

function createPost(fetchApi: Transport) {
  return ({ id, ip }: FastifyRequest): SubmittedForm['post'] =>
    (path, body) =>
      fetchApi(path, id, { body, address: ip });
}

const refuse = async () => new Response(null, { status: 403 });

/** Refuses other media types than those of forms. */
const signupForm: FastifyPluginAsync<Options> = async (app, { site, fetchApi, sendUncached }) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer<ArrayBuffer>>(
    FORM_TYPES,
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    ({ headers }: FastifyRequest, body: Buffer<ArrayBuffer>) =>
      readForm(body, headers['content-type'] ?? ''),
  );
  const postFor = createPost(fetchApi);

  const submit = (request: FastifyRequest, reply: FastifyReply, form = new URLSearchParams()) =>
    sendUncached(request, reply, NO_STORE, {
      form,
      post: isForeign(request, site) ? refuse : postFor(request),
    });

  app.route<{ Body?: URLSearchParams }>({
    method: 'POST',
    url: NEWSLETTER_PATH,
    handler: (request, reply) => submit(request, reply, request.body),
    // The page says that this is too long to be an address.
    errorHandler(error, request, reply) {
      if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
      return submit(request, reply);
    },
  });
};

/** The form and the links of mails work without scripts. */
export const newsletter: FastifyPluginAsync<Options> = async (app, options) => {
  const { fetchApi, sendUncached } = options;
  await app.register(signupForm, options);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM_BYTES }, (_, body, done) =>
    done(null, body),
  );
  const postFor = createPost(fetchApi);

  for (const url of [confirmPath(''), unsubscribePath('')].flatMap(withToken)) {
    app.get(url, (request, reply) => sendUncached(request, reply, SECRET_LINK_HEADERS));
    // The body is ignored: the token says it all, and mail programs have no origin.
    app.post(url, (request, reply) =>
      sendUncached(request, reply, SECRET_LINK_HEADERS, {
        form: new URLSearchParams(),
        post: postFor(request),
      }),
    );
  }
};
