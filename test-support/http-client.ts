import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { urlToHttpOptions } from 'node:url';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type Question = { method?: string; headers?: Record<string, string>; body?: unknown };

const agent = new Agent({ keepAlive: true });

/** One request as it is, and the whole of its answer as it came over the wire. */
export function exchange(options: RequestOptions, body: string | Buffer | undefined) {
  return new Promise<Answer>((resolve, reject) => {
    const asked = request(options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** One request on a kept-alive connection. */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body }: Question = {},
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const type = text === undefined ? {} : { 'content-type': 'application/json' };
  const options = { ...urlToHttpOptions(new URL(url)), agent, method };
  return exchange({ ...options, headers: { ...headers, ...type } }, text);
}

/** As `ask`, for where everything but success is a mistake of the bench or of the product. */
export async function mustAnswer(url: string, question?: Question, status = 200): Promise<Answer> {
  const answer = await ask(url, question);
  if (answer.status === status) return answer;
  throw new Error(`${url} answered ${answer.status}: ${answer.body.toString().slice(0, 500)}`);
}

export async function answersWell(url: string): Promise<boolean> {
  return ask(url).then(
    ({ status }) => status === 200,
    () => false,
  );
}
