const domains = '(?:transfer|handoff|principal|alert)';
const commands = '(?:commands/|[^/]*commands\\.ts$)';
const speakSql = '^api/src/(?:idempotency|event|db|gen)/|/stores?/|store\\.ts$';
const sockets = '^(?:node:)?(?:net|tls|dgram|https?|http2)$|^undici$';
const notTypes = ['type-only'];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'lifecycle-stands-alone',
      comment: 'The rules are pure and read by everything; what they import could decide instead of them.',
      severity: 'error',
      from: { path: '^api/src/lifecycle/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?:api|sessions|runtime|cli|test)/|@baton/', pathNot: '^api/src/lifecycle/' },
    },
    {
      name: 'commands-load-decide-store',
      comment:
        'A command judges by the lifecycle and writes by its own store. Reaching into another domain would lock rows in an order that nobody reviews; who may call at all, and what a new credential looks like, is the same for all.',
      severity: 'error',
      from: { path: `^api/src/([^/]+)/${commands}`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^api/src/',
        pathNot:
          '^api/src/(?:lifecycle|$1|idempotency)/|^api/src/(?:errors|clock|ids|money|input|settings)(?:/|\\.ts$)|^api/src/principal/(?:admit|api-key)\\.ts$',
        dependencyTypesNot: notTypes,
      },
    },
    {
      name: 'sql-in-stores-only',
      comment:
        'One place per domain takes locks and writes events; a statement elsewhere escapes both the guards and the review.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: `${speakSql}|\\.test\\.ts$` },
      to: { path: '^pg$|node_modules/(?:pg|@prisma/adapter-pg)/', dependencyTypesNot: notTypes },
    },
    {
      name: 'prisma-client-is-made-in-db',
      comment:
        'The schema reads through a client that throws on writes; one made elsewhere would lack that extension.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: `${speakSql}|^api/src/schema/|\\.test\\.ts$` },
      to: { path: '^api/src/gen/prisma/', dependencyTypesNot: notTypes },
    },
    {
      name: 'schema-refers-to-other-domains-by-ref',
      comment:
        'A type of another domain is used by the ref its schema file exports; its commands and stores are its own affair.',
      severity: 'error',
      from: { path: '^api/src/([^/]+)/[^/]+\\.graphql\\.ts$' },
      to: {
        path: `^api/src/${domains}/`,
        // Admission stands before every resolver, whatever its domain.
        pathNot: '^api/src/$1/|\\.graphql\\.ts$|^api/src/principal/admit\\.ts$',
        dependencyTypesNot: notTypes,
      },
    },
    {
      name: 'http-knows-no-domain',
      comment:
        'The door carries requests to the schema. A rule kept at the door would not hold for the socket, nor for a second door.',
      severity: 'error',
      from: { path: '^api/src/http/', pathNot: '\\.test\\.ts$' },
      to: { path: `^api/src/(?:${domains}|lifecycle)/`, dependencyTypesNot: notTypes },
    },
    {
      name: 'only-event-feeds-subscriptions',
      comment:
        'An emitter beside the feed would push what was never committed, or commit what is never pushed.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: '^api/src/event/|\\.test\\.ts$' },
      to: { path: '^(?:node:)?events$|@graphql-yoga/subscription|@repeaterjs/repeater' },
    },
    {
      name: 'clients-know-the-schema-not-the-api',
      comment:
        'Whoever stands outside knows the API by schema.graphql and its documents, as any client must.',
      severity: 'error',
      from: { path: '^(?:console|mcp-bridge|runtime|cli)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^api/|@baton/api' },
    },
    {
      name: 'api-knows-no-client',
      comment: 'The API decides alone; its clients are deployed apart from it and in other releases.',
      severity: 'error',
      from: { path: '^api/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(?:console|mcp-bridge|runtime|cli)/|@baton/(?:console|mcp-bridge|runtime|cli)' },
    },
    {
      name: 'sessions-is-pure',
      comment:
        'Bytes in, bytes out: the same call gives the same bytes on the source, the API and the destination.',
      severity: 'error',
      from: { path: '^sessions/src/', pathNot: '\\.test\\.ts$' },
      to: {
        path: `^(?:node:)?(?:fs|fs/promises|os|path|process|child_process|worker_threads|cluster|dns|timers)$|${sockets}|^(?:api|runtime|cli)/|@baton/`,
      },
    },
    {
      name: 'one-module-calls-outside',
      comment:
        'Requests to outside go through the one module that judges the address while connecting; the rest only serves, or talks to the database.',
      severity: 'error',
      from: { path: '^api/src/', pathNot: '^api/src/(?:http|db|outbound)/|\\.test\\.ts$' },
      to: { path: sockets, dependencyTypesNot: notTypes },
    },
    {
      name: 'the-mcp-sdk-in-three-files',
      comment: 'Its successor is a small step as long as the tools themselves know nothing of it.',
      severity: 'error',
      from: { path: '^mcp-bridge/src/', pathNot: '^mcp-bridge/src/(?:server|stdio|http)\\.ts$' },
      to: { path: '@modelcontextprotocol/' },
    },
    {
      name: 'no-test-code-in-the-product',
      comment:
        'What only tests need, faults and a movable clock among it, must not be reachable in production.',
      severity: 'error',
      from: { path: '^(?:api|sessions|runtime|mcp-bridge|cli)/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^test/|@baton/test|\\.test\\.ts$' },
    },
    {
      name: 'no-development-packages-in-the-product',
      comment: 'A development dependency is absent where the product is installed; types of it are fine.',
      severity: 'error',
      from: { path: '^(?:api|sessions|runtime|mcp-bridge|cli)/src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: notTypes },
    },
    {
      name: 'no-cycles',
      comment: 'Files that need each other cannot be read, tested or moved one at a time.',
      severity: 'error',
      from: { pathNot: '/gen/' },
      to: { circular: true, viaOnly: { dependencyTypesNot: notTypes } },
    },
    {
      name: 'everything-resolves',
      comment: 'An import that cannot be followed escapes every rule above.',
      severity: 'error',
      from: { pathNot: '/gen/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    doNotFollow: { path: '(?:^|/)(?:node_modules|dist)/' },
    exclude: { path: '^test/artifacts/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
};
