# The production image. It has the package of `npm run package`, Node and the base's system, and nothing to build with.
ARG NODE_IMAGE=docker.io/library/node:24-slim

FROM ${NODE_IMAGE} AS package
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY sdk/package.json sdk/
RUN npm ci --omit=dev --ignore-scripts
COPY . .
# Without the optional packages: a container has no PostgreSQL of its own, so it never runs the demo.
RUN node scripts/pack.js && npm install --prefix /opt/tessera --omit=optional --offline --ignore-scripts ./tessera-*.tgz

# The base without its package managers, as one layer: a layer on top would only hide them.
FROM ${NODE_IMAGE} AS system
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share/doc /usr/local/share/man /opt/yarn* \
    /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
    /root/.npm /tmp/* /var/cache/* /var/lib/apt/lists/* \
  && ln -s /opt/tessera/node_modules/.bin/tessera /usr/local/bin/tessera
COPY --from=package /opt/tessera /opt/tessera

FROM scratch
COPY --from=system / /
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Tessera" \
  org.opencontainers.image.description="Entitlements, eligibility, catalogue and metered usage for software sold through a cloud marketplace" \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production PORT=4000
WORKDIR /opt/tessera
USER 65532:65532
EXPOSE 4000
STOPSIGNAL SIGTERM
# Liveness: a node that is not ready must not be restarted while its database is down.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tessera"]
CMD ["serve"]
