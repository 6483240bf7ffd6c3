FROM node:24-slim AS build
WORKDIR /kith
COPY package.json package-lock.json .npmrc ./
COPY packages/filter/package.json packages/filter/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci
COPY . .
RUN npm run build

# Only what the server needs to run. Optional packages stay: the binary of the password hash is one.
FROM node:24-slim AS modules
WORKDIR /kith
COPY package.json package-lock.json .npmrc ./
COPY packages/filter/package.json packages/filter/
COPY server/package.json server/
COPY web/package.json web/
RUN npm ci --omit=dev --omit=peer --workspace server --include-workspace-root=false --ignore-scripts

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /kith
COPY --from=modules /kith ./
COPY --from=build /kith/packages/filter/dist packages/filter/dist
COPY --from=build /kith/server/dist server/dist
COPY --from=build /kith/server/migrations server/migrations
COPY --from=build /kith/web/dist web/dist
COPY --from=build /kith/docs/guides docs/guides
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "node server/dist/main.js migrate && exec node server/dist/main.js both"]
