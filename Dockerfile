# One image for server and worker. Node runs the TypeScript as it is; only the page is built. The database is a
# service of its own, so neither the packaged Postgres nor the packaged Node (optional dependencies) is installed.

FROM node:24.21.0-slim AS page
WORKDIR /deadheat
COPY package.json package-lock.json .npmrc ./
# With the optional packages: the bundler's binaries for this platform are among them.
RUN npm ci --ignore-scripts
COPY vite.config.ts ./
COPY shared shared
# The page of static sites runs the server's code of boards.
COPY server server
COPY web web
RUN npm run build

FROM node:24.21.0-slim AS packages
WORKDIR /deadheat
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --omit=optional --ignore-scripts

FROM node:24.21.0-slim
ENV NODE_ENV=production
WORKDIR /deadheat
COPY package.json LICENSE ./
COPY --from=packages /deadheat/node_modules node_modules
COPY shared shared
COPY migrations migrations
COPY clients/typescript clients/typescript
COPY rubrics rubrics
COPY server server
COPY scripts scripts
COPY --from=page /deadheat/dist dist
# All data are in Postgres. A worker shows in the data folder that it is alive.
ENV DEADHEAT_DATA=/tmp/deadheat
USER node
EXPOSE 4747
CMD ["node", "server/main.ts"]
