# The blog as one image: `docker build .` is everything in one process, `--target api` and
# `--target web` are its two halves. Data are in /data, unless PostgreSQL and S3 keep them.
# It is made of a checkout, or of an unpacked release, whose pages are built already.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
# Only a release has the last one.
COPY package.json package-lock.json .npmrc release.jso[n] ./
COPY response-cache/package.json response-cache/
COPY api/package.json api/
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/

# With what builds the pages.
FROM manifests AS build
RUN [ -e release.json ] || npm ci --ignore-scripts
COPY tsconfig.json ./
COPY contract contract
COPY web web
RUN [ -e release.json ] || { rm -rf web/build && npm run build && rm -rf web/node_modules; }

# The version and the commit, without the rest of the repository. Only a checkout has .git.
FROM manifests AS version
COPY package.json .gi[t] .git/
COPY api/src/software-version.ts api/src/
RUN mkdir /version && node -e "import('./api/src/software-version.ts').then(({ SOFTWARE }) => require('node:fs').writeFileSync(process.argv[1], JSON.stringify(SOFTWARE)))" /version/release.json

# Without what builds the pages. The compiler is only there because a library mentions it.
FROM manifests AS dependencies
RUN npm ci --omit=dev --ignore-scripts \
  && rm -rf node_modules/typescript node_modules/@typescript

FROM node:24-bookworm-slim AS base
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app ./
COPY response-cache response-cache
COPY api api
COPY contract contract
COPY server server
COPY cli cli
COPY --from=build /app/web web
COPY --from=version /version ./
RUN mkdir /data node_modules/.cache && chown node:node /data node_modules/.cache
USER node
# Node keeps what it compiled, by user and by flags. Here, as a container may not write to /app.
RUN node --max-semi-space-size=4 server/fill-compile-cache.ts
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]

FROM base AS api
CMD ["node", "--max-semi-space-size=4", "server/start.js", "api"]

FROM base AS web
CMD ["node", "--max-semi-space-size=4", "server/start.js", "web"]

# The last one is what is built when none is named.
FROM base AS all
CMD ["node", "--max-semi-space-size=4", "server/start.js"]
