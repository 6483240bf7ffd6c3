FROM node:24-slim AS build
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

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
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
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "node server/dist/bundle/main.js migrate && exec node server/dist/bundle/main.js both"]
