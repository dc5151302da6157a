export { POST_CHECKS } from '../posts/check-posts.ts';
