// Which folder may use which. `tools/boundaries.ts` runs this and makes sure it really saw the code.
const server = '^apps/server/src/'
// Earlier slices may not use later ones.
const order = [
  ['access', 'mail'],
  ['auth', 'users', 'tokens', 'events'],
  ['sso', 'scim'],
  ['context', 'constraints', 'environments', 'strategies', 'tags'],
  ['projects', 'segments'],
  ['flags'],
  ['favorites', 'search', 'views', 'transfer', 'compare', 'usage', 'applications'],
  ['delivery'],
  ['playground', 'receipts'],
  ['instance', 'live'],
]
const upwards = order.slice(0, -1).map((row, index) => ({
  name: `${row.join('-')}-use-nothing-later`,
  severity: 'error',
  from: { path: `${server}(${row.join('|')})/`, pathNot: '[.]test[.]ts$' },
  to: {
    path: `${server}(${order
      .slice(index + 1)
      .flat()
      .join('|')})/`,
  },
}))

module.exports = {
  forbidden: [
    {
      name: 'engine-imports-nothing',
      severity: 'error',
      from: { path: '^packages/engine/src', pathNot: '[.]test[.]ts$|/testing/' },
      to: { pathNot: '^packages/engine/src' },
    },
    {
      name: 'contract-imports-the-schema-library-only',
      severity: 'error',
      from: { path: '^packages/contract/src', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^packages/contract/src', 'node_modules/typebox/'] },
    },
    {
      name: 'delivery-knows-no-database',
      severity: 'error',
      from: { path: '^packages/delivery/src' },
      to: { path: ['node_modules/(pg|kysely|pg-boss)/', '^apps/'] },
    },
    {
      name: 'edge-is-delivery-alone',
      severity: 'error',
      from: { path: '^apps/edge/src' },
      to: { path: ['node_modules/(pg|kysely|pg-boss)/', '^apps/(server|web)/'] },
    },
    {
      name: 'platform-knows-no-slice',
      severity: 'error',
      from: { path: `${server}platform/`, pathNot: '[.]test[.]ts$' },
      to: { path: server, pathNot: `${server}platform/` },
    },
    {
      name: 'slices-meet-at-their-index',
      severity: 'error',
      from: { path: `${server}([^/]+)/`, pathNot: '[.]test[.]ts$' },
      to: {
        path: `${server}[^/]+/`,
        pathNot: [`${server}$1/`, `${server}platform/`, `${server}[^/]+/index[.]ts$`],
      },
    },
    {
      name: 'only-queries-speak-sql',
      severity: 'error',
      from: {
        path: `${server}[^/]+/`,
        pathNot: ['queries[.]ts$', `${server}platform/`, '[.]test[.]ts$'],
      },
      to: { path: 'node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...upwards,
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(packages|apps)/[^/]+/dist/', '^apps/docs', '^apps/web'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
    },
  },
}
