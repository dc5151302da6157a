import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  index('routes/public/home.tsx'),
  route('blog', 'routes/public/blog.tsx'),
  route('blog/:slug', 'routes/public/post.tsx'),
  route('topics/:topic', 'routes/public/topic.tsx'),
  route('archive/:year', 'routes/public/archive.tsx'),
  route('preview/:token', 'routes/public/preview.tsx'),
  route('newsletter', 'routes/public/newsletter.tsx'),
  // One route, for /newsletter/confirm/:token and /newsletter/leave/:token.
  route('newsletter/:action/:token', 'routes/public/newsletter-link.tsx'),
  route('login', 'routes/admin/login.tsx'),
  layout('routes/admin/layout.tsx', [
    route('admin', 'routes/admin/dashboard.tsx'),
    // One route, for /admin/posts/new and /admin/posts/edit/:id.
    route('admin/posts/:action/:id?', 'routes/admin/editor.tsx'),
    route('admin/posts/edit/:id/history', 'routes/admin/history.tsx'),
    route('admin/trash/:id', 'routes/admin/trashed-post.tsx'),
    route('admin/settings', 'routes/admin/settings.tsx'),
    route('admin/export', 'routes/admin/export.tsx'),
    route('admin/import', 'routes/admin/import.tsx'),
    route('admin/redirects', 'routes/admin/redirects.tsx'),
    route('admin/events', 'routes/admin/events.tsx'),
    route('admin/newsletter', 'routes/admin/newsletter.tsx'),
    route('admin/statistics', 'routes/admin/statistics.tsx'),
    route('admin/pages', 'routes/admin/pages.tsx'),
    // One route, for /admin/pages/new and /admin/pages/edit/:id.
    route('admin/pages/:action/:id?', 'routes/admin/page-editor.tsx'),
    route('admin/pages/edit/:id/history', 'routes/admin/page-history.tsx'),
    route('admin/*', 'routes/admin/not-found.tsx'),
  ]),
  // About, Contact and the owner's pages.
  route(':slug', 'routes/public/page.tsx'),
  route('*', 'routes/public/not-found.tsx'),
] satisfies RouteConfig;
