# docker build --build-arg VERSION=0.4.0 --build-arg REVISION=$(git rev-parse HEAD) -t kith .
# The base can be another one: a mirror, one with a digest, or one that is made where no registry answers.
ARG BASE=node:24-slim
FROM ${BASE} AS build
WORKDIR /kith
COPY package.json package-lock.json .npmrc ./
COPY packages/cli/package.json packages/cli/
COPY packages/client-generators/package.json packages/client-generators/
COPY packages/filter/package.json packages/filter/
COPY packages/sdk/package.json packages/sdk/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci
COPY . .
RUN npm run build

FROM ${BASE}
ARG VERSION=dev
ARG REVISION=unknown
LABEL org.opencontainers.image.title=kith org.opencontainers.image.licenses=Apache-2.0 \
      org.opencontainers.image.version=${VERSION} org.opencontainers.image.revision=${REVISION}
# A worker answers its monitors on the port of the http node, so that one health check fits both: each has a container of its own.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 WORKER_PORT=3000 KITH_VERSION=${VERSION} KITH_REVISION=${REVISION}
WORKDIR /kith
# The bundle has every package but the password hash, which is a binary.
COPY --from=build /kith/node_modules/@node-rs node_modules/@node-rs
COPY --from=build /kith/server/package.json server/package.json
COPY --from=build /kith/server/dist/bundle server/dist/bundle
COPY --from=build /kith/server/migrations server/migrations
COPY --from=build /kith/web/dist web/dist
COPY --from=build /kith/docs/guides docs/guides
COPY --from=build /kith/docs/webhooks.md docs/webhooks.md
COPY --from=build /kith/packages/filter/SYNTAX.md packages/filter/SYNTAX.md
# By number: an orchestrator that refuses root cannot look a name up.
USER 1000:1000
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# `migrate` is a step of its own, before the nodes start: only it needs the right to change tables.
ENTRYPOINT ["node", "server/dist/bundle/main.js"]
CMD ["both"]
