const { readFileSync } = require('node:fs')
const { join } = require('node:path')

// Which folder may use which. `tools/boundaries.ts` runs this and makes sure it really saw the code.
const server = '^apps/server/src/'
// Earlier slices may not use later ones. The server lists its slices in order.
const list = readFileSync(join(__dirname, 'apps/server/src/slices.ts'), 'utf8').split(
  'export const slices = {',
)[1]
const order = [...list.matchAll(/^ {2}'?([a-z/-]+)'?[:,]/gm)].map(([, name]) => name)
/** The folder of a slice, as a group: in a wing, or a wing by itself. */
const slice = `(${order.join('|')})`

const web = '^apps/web/src/'
/** The layers of the web interface: each may use itself and those before it. */
const layers = ['messages', 'lib', 'ui', 'features', 'app']
/** The features of the web interface, in order: each may use those before it. */
const features = [
  'people/profile',
  'people/sessions',
  'people/device',
  'people/tokens',
  'people/scim',
  'people/users',
  'people/access',
  'people/service-accounts',
  'people/sso',
  'people/logins',
  'setup/constraints',
  'setup/context',
  'setup/environments',
  'setup/strategies',
  'setup/tags',
  'setup/types',
  'setup/segments',
  'changes/freezes',
  'changes/templates',
  'outside/signals',
  'setup/projects',
  'insight/receipts',
  'insight/events',
  'insight/event-parts',
  'insight/what-changed',
  'insight/access-report',
  'insight/search',
  'insight/playground',
  'insight/usage',
  'insight/impact',
  'insight/edges',
  'insight/insights',
  'insight/network',
  'insight/applications',
  'insight/notifications',
  'insight/home',
  'changes/radius',
  'flags',
  'changes/compare',
  'changes/transfer',
  'changes/moving',
  'changes/requests',
  'outside/integrations',
  'instance',
]
const feature = `(${features.join('|')})`

/** One rule per folder of a list: it uses none of the folders after it. */
const inOrder = (root, list, prefix = '') =>
  list.slice(0, -1).map((name, index) => ({
    name: `${prefix}${name}-uses-nothing-later`,
    severity: 'error',
    from: { path: `${root}${name}/`, pathNot: '[.]test[.]ts$' },
    to: { path: `${root}(${list.slice(index + 1).join('|')})/` },
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
      name: 'client-imports-types-of-the-contract-only',
      severity: 'error',
      from: { path: '^packages/client/src', pathNot: '[.]test[.]ts$' },
      to: { pathNot: '^packages/client/src', dependencyTypesNot: ['type-only'] },
    },
    {
      // The tools have no other way to read or change anything than the API.
      name: 'mcp-uses-the-client-only',
      severity: 'error',
      from: { path: '^packages/mcp/src', pathNot: '[.]test[.]ts$' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(mcp|client|contract)/src' },
    },
    {
      name: 'files-imports-the-contract-only',
      severity: 'error',
      from: { path: '^packages/files/src', pathNot: '[.]test[.]ts$' },
      to: { path: '^(apps|packages)/', pathNot: ['^packages/(files|contract)/src'] },
    },
    {
      name: 'backbone-imports-delivery-only',
      severity: 'error',
      from: { path: '^packages/backbone/src', pathNot: '[.]test[.]ts$' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(backbone|delivery)/src' },
    },
    {
      name: 'event-log-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/event-log/src', pathNot: '[.]test[.]ts$' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/event-log/src' },
    },
    {
      name: 'moving-uses-the-api-only',
      severity: 'error',
      from: { path: '^packages/moving/src', pathNot: '[.]test[.]ts$' },
      to: {
        pathNot: ['^packages/(moving|client|contract|engine)/src', 'node_modules/(typebox|re2js)/'],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'rules-imports-the-contract-only',
      severity: 'error',
      from: { path: '^packages/rules/src', pathNot: '[.]test[.]ts$' },
      to: { pathNot: ['^packages/(rules|contract)/src'] },
    },
    {
      // Otherwise the schemas would end up in the pages of the web interface.
      name: 'rules-imports-types-of-the-contract-only',
      severity: 'error',
      from: { path: '^packages/rules/src', pathNot: '[.]test[.]ts$' },
      to: { path: '^packages/contract/src', dependencyTypesNot: ['type-only'] },
    },
    {
      // The SDK needs modules of Node, so only its types are used.
      name: 'provider-imports-the-engine-only',
      severity: 'error',
      from: { path: '^packages/openfeature-provider/src', pathNot: '[.]test[.]ts$|/file[.]ts$' },
      to: { pathNot: '^packages/(openfeature-provider|engine)/src', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'remove-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/remove/src', pathNot: '[.]test[.]ts$' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/remove/src' },
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
      name: 'commands-use-the-api-only',
      severity: 'error',
      from: { path: '^apps/cli/src', pathNot: '^apps/cli/src/start/' },
      to: {
        path: '^(apps|packages)/',
        pathNot: ['^apps/cli/src', '^packages/(client|contract|event-log|files|mcp|moving|remove)/src/'],
      },
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
      from: { path: `${server}${slice}/`, pathNot: '[.]test[.]ts$' },
      to: {
        path: `${server}${slice}/`,
        pathNot: [`${server}$1/`, `${server}${slice}/index[.]ts$`],
      },
    },
    {
      name: 'every-slice-has-its-place',
      severity: 'error',
      from: { path: server, pathNot: '[.]test[.]ts$' },
      to: { path: `${server}[^/]+/`, pathNot: [`${server}${slice}/`, `${server}platform/`] },
    },
    {
      // With an authority, protected environments change without a review.
      name: 'few-give-authority',
      severity: 'error',
      from: {
        path: server,
        pathNot: [
          `${server}changes/(requests/|transfer/start[.]ts$)`,
          `${server}platform/write/upgrade[.]ts$`,
          `${server}flags/(plans/progress|safeguards/trigger|guards/stop|overrides/commands)[.]ts$`,
          '[.]test[.]ts$',
        ],
      },
      to: { path: `${server}platform/write/authority[.]ts$` },
    },
    {
      name: 'few-manage-for-files',
      severity: 'error',
      from: {
        path: server,
        pathNot: [
          `${server}changes/code/commands[.]ts$`,
          `${server}platform/http/dispatch[.]ts$`,
          '[.]test[.]ts$',
        ],
      },
      to: { path: `${server}platform/write/manage-as[.]ts$` },
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
    {
      name: 'web-imports-packages-only',
      severity: 'error',
      from: { path: web },
      to: { path: '^(packages|apps)/', pathNot: [web, '^packages/(client|contract|engine|rules)/src/'] },
    },
    ...inOrder(web, layers, 'web/'),
    {
      name: 'nothing-uses-the-entry',
      severity: 'error',
      from: { path: `${web}(${layers.join('|')})/` },
      to: { path: `${web}(entry/|[^/]+$)` },
    },
    {
      name: 'entry-uses-no-feature',
      severity: 'error',
      from: { path: `${web}entry/` },
      to: { path: `${web}(features|app)/` },
    },
    {
      name: 'entry-loads-no-heavy-library',
      severity: 'error',
      from: { path: `${web}entry/` },
      to: { path: 'node_modules/@(mantine|tanstack|tabler)/', reachable: true },
    },
    {
      name: 'features-meet-at-their-index',
      severity: 'error',
      from: { path: `${web}features/${feature}/` },
      to: {
        path: `${web}features/${feature}/`,
        pathNot: [`${web}features/$1/`, `${web}features/${feature}/index[.]ts$`],
      },
    },
    {
      name: 'app-loads-features-by-index-and-routes',
      severity: 'error',
      from: { path: `${web}app/` },
      to: { path: `${web}features/`, pathNot: '/(index|routes)[.]ts$' },
    },
    {
      name: 'every-feature-has-its-place',
      severity: 'error',
      from: { path: `${web}features/`, pathNot: `${web}features/${feature}/` },
      to: {},
    },
    ...inOrder(`${web}features/`, features, 'features/'),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    ...inOrder(server, order),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^(packages|apps)/[^/]+/dist/', '^apps/docs', `${web}.*[.]test[.]ts$`] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
    },
  },
}
