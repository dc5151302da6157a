import { logIn } from '../test-support/administrator.ts';
import { requestOk } from '../test-support/http-client.ts';
import { writePost } from '../test-support/texts.ts';

/** Every version contains its number, so that a reader can recognise it. */
export async function createChangingPost(site: string, letters: number) {
  const administrator = await logIn(site);
  const input = { ...writePost(1, letters), published: true };
  const { id, slug } = await administrator.create({ ...input, title: 'A post that is changed' });
  let version = 0;
  const marker = () => `edition-${version}-of-this-text`;
  return {
    async change(): Promise<void> {
      version += 1;
      await administrator.update(id, { ...input, content: `<p>${marker()}</p>\n${input.content}` });
    },
    async isVisible(): Promise<boolean> {
      return (await requestOk(`${site}/blog/${slug}`)).body.includes(marker());
    },
  };
}
