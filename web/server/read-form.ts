/** By its media type. */
type Reader = (body: Buffer<ArrayBuffer>, contentType: string) => Promise<URLSearchParams>;

function textsOf(fields: Iterable<[string, unknown]>): URLSearchParams {
  const texts = [...fields].filter((field): field is [string, string] => {
    return typeof field[1] === 'string';
  });
  return new URLSearchParams(texts);
}

const READERS: Readonly<Record<string, Reader>> = {
  'application/x-www-form-urlencoded': async (body) => new URLSearchParams(body.toString()),
  async 'multipart/form-data'(body, contentType) {
    const headers = { 'content-type': contentType };
    return textsOf(await new Response(body, { headers }).formData());
  },
  'application/json': async (body) => textsOf(Object.entries(JSON.parse(body.toString()) ?? {})),
};

/** How programs and pages send the fields of a form. */
export const FORM_TYPES = Object.keys(READERS);

/** Only texts; none if the body is not what its type says. */
export async function readForm(
  body: Buffer<ArrayBuffer>,
  contentType: string,
): Promise<URLSearchParams> {
  const [type = ''] = contentType.split(';');
  try {
    return (await READERS[type.trim().toLowerCase()]?.(body, contentType)) ?? new URLSearchParams();
  } catch {
    return new URLSearchParams();
  }
}
