# syntax=docker/dockerfile:1
# The Node that the tests run on: the one of node-runtime/package.json.
FROM node:24.21.0-bookworm-slim AS base

# What runs the shop, without tests and checks.
FROM base AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

# Build: the bundle, the demonstration catalogue that a fresh volume starts with, and what V8 makes of the programs and
# packages, since nothing is written beside them later. Node keeps that for each user by itself.
FROM packages AS build
COPY scripts/package.json scripts/package-lock.json scripts/
RUN npm ci --prefix scripts --ignore-scripts --no-audit --no-fund
COPY . .
RUN node scripts/build.ts && DATA_DIR=/app/demo-data node dist/demo.js && mkdir dist/compiled && \
    chown -R node:node dist/compiled demo-data
USER node
RUN node scripts/first-pages.ts demo-data
USER root
RUN mv dist/compiled compiled

FROM base
RUN apt-get update && apt-get install -y --no-install-recommends tini && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 HOST=0.0.0.0 METRICS_HOST=0.0.0.0 \
    PORT=3000 DATA_DIR=/data SQLITE_TMPDIR=/data
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/static static
# Readable by their owner only: what Node keeps of V8, and the demonstration's state, which is copied to an empty volume.
COPY --from=build --chown=node:node /app/compiled dist/compiled
COPY --from=build --chown=node:node /app/demo-data demo-data
COPY package.json scripts/container-start.mjs scripts/logs.mjs ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "--max-semi-space-size=8", "container-start.mjs"]
