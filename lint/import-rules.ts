/** Paths are those of the repository, `contract/src/posts/posts.ts`; packages are named as they are imported. */
export type Rule = {
  readonly from: RegExp;
  readonly to: RegExp | ((to: string, from: string) => boolean);
  /** What `from` would match, too. */
  readonly except?: RegExp;
  readonly message: string;
};

/** The folders of `within`, each with those whose files its own may import. */
export type Rooms = {
  readonly within: string;
  readonly mayImport: Readonly<Record<string, readonly string[]>>;
};

const FOUNDATIONS = ['config', 'http', 'database', 'files', 'jobs', 'documents'];
const isOneOf = (names: readonly string[]) => `(${names.join('|')})`;

/** The feature of the API that a path is in. */
const featureOf = (path: string) => /^api\/src\/([^/]+)\//.exec(path)?.[1];

export const RULES: readonly Rule[] = [
  {
    from: /^contract\//,
    to: /^(api|web|server|cli|response-cache)\//,
    message:
      'contract/ imports no other part of this project. Move shared code into contract/, or pass it in as an argument.',
  },
  {
    from: /^contract\/src\//,
    except: /\.test\.ts$/,
    to: /^(test-support\/|node:|react$|react-dom|fastify$)/,
    message:
      'contract/ holds schemas and pure functions for both sides: no Node, no React, no I/O.',
  },
  {
    from: /^response-cache\/src\//,
    to: /^(api|web|server|cli|contract|test-support)\//,
    message:
      'response-cache/ handles bytes and headers only. It imports no other part of this project; pass what it needs as an argument.',
  },
  {
    from: /^web\//,
    to: /^(api|server)\//,
    message:
      'The web calls the API through its client (web/app/lib). Shared schemas belong in contract/.',
  },
  {
    from: /^web\/app\/(reader|admin|lib)\//,
    to: /^web\/app\/routes\//,
    message: 'Only routes.ts names routes. Pass the data as props or arguments.',
  },
  {
    from: /^web\/app\/(root\.tsx$|routes\/public\/|reader\/|lib\/)/,
    to: /^web\/app\/(admin|routes\/admin)\//,
    message:
      'Public pages must not load code of the dashboard. Move what both use to reader/ or lib/.',
  },
  {
    from: /^web\/app\/lib\//,
    to: /^web\/app\/reader\//,
    message: 'lib/ is what both halves use: it imports neither.',
  },
  {
    from: /^api\/src\//,
    to: /^(web|server)\//,
    message: 'The API does not import the web or the server. Shared schemas belong in contract/.',
  },
  {
    from: /^(api|web|server|cli|response-cache)\//,
    except: /^api\/src\/metrics\/prometheus\.ts$/,
    to: /^prom-client$/,
    message:
      'Only api/src/metrics/prometheus.ts imports prom-client, and only servers with metrics load it. Count in plain numbers, and read them there.',
  },
  {
    from: /^api\/src\/[^/]+\//,
    to: /^api\/src\/(app|services|scheduled-jobs)\.ts$/,
    message:
      'app.ts imports the features, not the other way round. Take what is needed as an argument.',
  },
  {
    from: /^api\/src\/[^/]+\//,
    to: (to, from) =>
      to.endsWith('.repository.ts') &&
      ![featureOf(from), 'database', 'documents', 'jobs'].includes(featureOf(to)),
    message: "Do not use another feature's repository. Use its service, or add a function there.",
  },
  {
    from: /^api\/src\/[^/]+\//,
    except: /(routes|\.test)\.ts$/,
    to: /^api\/src\/.*[.-]routes\.ts$/,
    message: 'Only app.ts imports routes. Move shared code into the service.',
  },
  {
    from: /^api\/src\/.*\.repository\.ts$/,
    to: /\.service\.ts$/,
    message: 'Repositories only access the database. Move the rule into the service.',
  },
  {
    from: new RegExp(`^api/src/(${isOneOf(FOUNDATIONS)}/|[^/]+\\.ts$)`),
    except: /^api\/src\/((app|services|scheduled-jobs)\.ts|[^/]+\.test\.ts)$/,
    to: new RegExp(`^api/src/(?!${isOneOf(FOUNDATIONS)}/)[^/]+/`),
    message:
      'config/, http/, database/, files/, jobs/, documents/ and the modules beside app.ts import no feature. Take what is needed as an argument.',
  },
  {
    from: /^api\/src\/database\/migrations\/0[^/]*\.ts$/,
    to: /^(?!kysely(\/|$))/,
    message: 'A released migration must never change, so it imports only kysely.',
  },
];

export const ROOMS: readonly Rooms[] = [
  {
    within: 'web/app/admin',
    mayImport: {
      api: [],
      punctuation: ['api'],
      words: [],
      ui: ['api', 'punctuation', 'words'],
      navigation: ['ui'],
      content: ['api', 'punctuation', 'ui'],
      'post-form': ['words'],
      'post-list': [],
      history: ['api', 'content', 'post-form', 'ui', 'words'],
      'document-editor': ['api', 'content', 'history', 'post-form', 'ui', 'words'],
      newsletter: ['api', 'document-editor', 'post-form', 'ui', 'words'],
      statistics: ['api', 'document-editor', 'ui', 'words'],
      'post-editor': [
        ...['api', 'content', 'document-editor', 'history', 'newsletter', 'post-form'],
        ...['post-list', 'punctuation', 'statistics', 'ui', 'words'],
      ],
      events: ['api', 'ui', 'words'],
      webhooks: ['api', 'ui', 'words'],
      account: ['api', 'ui', 'webhooks', 'words'],
      settings: ['account', 'api', 'content', 'document-editor', 'ui', 'words'],
      posts: [
        ...['api', 'document-editor', 'history', 'newsletter', 'post-editor', 'post-form'],
        ...['post-list', 'statistics', 'ui', 'words'],
      ],
      'first-steps': ['api', 'document-editor', 'posts', 'settings', 'ui'],
      problems: ['api', 'ui', 'words'],
      pages: [
        ...['api', 'content', 'document-editor', 'history', 'post-form', 'posts'],
        ...['punctuation', 'ui', 'words'],
      ],
      redirects: ['api', 'ui'],
      imports: ['api', 'ui', 'words'],
    },
  },
  {
    within: 'web/app/admin/content',
    mayImport: {
      html: [],
      document: ['html'],
      links: ['html'],
      pictures: ['html'],
      paste: ['document', 'html', 'pictures'],
      preview: ['html'],
      find: ['html', 'pictures'],
      visual: ['document', 'find', 'html', 'links', 'paste', 'pictures'],
    },
  },
  {
    within: 'web/app/admin/content/visual',
    mayImport: {
      commands: [],
      menus: ['commands'],
      'node-views': ['commands'],
      plugins: ['commands'],
      blocks: ['commands', 'menus', 'plugins'],
      typing: ['commands'],
    },
  },
  {
    within: 'web/app/reader',
    mayImport: {
      site: [],
      offline: ['site'],
      ui: ['offline', 'site'],
      list: ['offline', 'site', 'ui'],
      newsletter: ['site', 'ui'],
      article: ['list', 'site', 'ui'],
    },
  },
];
