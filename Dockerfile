# The blog as one image: `docker build .` is everything in one process, `--target api` and
# `--target web` are its two halves. Data are in /data, unless PostgreSQL and S3 keep them.

FROM node:24-bookworm-slim AS manifests
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY response-cache/package.json response-cache/
COPY api/package.json api/
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/

# With what builds the pages.
FROM manifests AS build
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY contract contract
COPY web web
RUN npm run build

# Without it. The compiler is only there because a library mentions it.
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
COPY web web
COPY cli cli
COPY --from=build /app/web/build web/build
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
