import fastifyStatic from '@fastify/static';
import { slugOfSocialPicture, socialPicturePath } from '@longhand/contract/media/social-picture';
import { z } from 'zod';
import { PICTURE_HEADERS, SMALL_CHUNKS } from '../http/headers.ts';
import { notFound } from '../http/problem.ts';
import type { Routes } from '../http/responses.ts';
import type { PostsService } from '../posts/posts.service.ts';
import type { SocialPictures } from './social-pictures.ts';

type Options = { posts: PostsService; pictures: SocialPictures };

export const socialRoutes: Routes<Options> = async (app, { posts, pictures }) => {
  await app.register(fastifyStatic, { root: pictures.folder, serve: false });

  app.get(
    '/social/:name',
    { schema: { hide: true, params: z.object({ name: z.string() }) } },
    async (request, reply) => {
      const { name } = request.params;
      const slug = slugOfSocialPicture(name);
      const post = slug && (await posts.findPictured(slug));
      if (!post) throw notFound('This picture does not exist.');
      const path = socialPicturePath(post);
      // Not cached: a title can be changed back.
      if (path !== `/social/${name}`) {
        return reply.header('cache-control', 'no-cache').redirect(path, 301);
      }
      const file = await pictures.find(post);
      reply.headers(PICTURE_HEADERS);
      // Only a day: the site's name, its accent and a missing image do not change the URL.
      return reply.sendFile(file, { ...SMALL_CHUNKS, maxAge: '1d' });
    },
  );
};
