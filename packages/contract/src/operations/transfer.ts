import Type from 'typebox'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'
import { ExportQuery, ExportResult, ImportToggles, ImportValidation } from '../transfer.ts'

export const transferOperations = operations({
  'POST /api/admin/features-batch/export': {
    id: 'exportFeatures',
    tags: ['Import/Export'],
    summary: 'Export flags',
    description:
      'Returns flags with their rules, variants and on/off state in one environment, and everything they use, as a document to import elsewhere. Select flags with `features`, `tag` or `project`; archived flags and flags that the caller cannot see are omitted. An unknown environment returns 404. The export is recorded as an event.',
    permission: 'authenticated',
    body: ExportQuery,
    responses: { 200: ExportResult },
    example: { body: { environment: 'development', features: ['new-checkout'] } },
  },
  'POST /api/admin/features-batch/validate': {
    id: 'validateImport',
    tags: ['Import/Export'],
    summary: 'Check an import',
    description:
      'Returns what an import would change, without changing anything: `errors` block it, `warnings` do not, and `permissions` are those that the caller lacks. `plan` lists every item; send its `basis` with the import so that it does not overwrite later changes.',
    permission: 'authenticated',
    body: ImportToggles,
    responses: { 200: ImportValidation },
    example: {
      body: {
        project: 'default',
        environment: 'development',
        data: {
          features: [{ name: 'new-search' }],
          featureStrategies: [
            { featureName: 'new-search', name: 'flexibleRollout', parameters: { rollout: '50' } },
          ],
          featureEnvironments: [{ featureName: 'new-search', enabled: true }],
          tagTypes: [],
        },
      },
    },
  },
  'POST /api/admin/features-batch/import': {
    id: 'importToggles',
    tags: ['Import/Export'],
    summary: 'Import flags',
    description:
      'Creates or changes the flags of an export document in one project and environment. Invalid data returns 400 with every error in `details`, missing permissions 403, and a change after `basis` 409. Up to 500 flags are imported in one transaction, larger files in several.',
    permission: 'UPDATE_FEATURE',
    body: ImportToggles,
    responses: { 200: Nothing },
    example: {
      body: {
        project: 'default',
        environment: 'development',
        data: {
          features: [{ name: 'new-search' }],
          featureStrategies: [
            { featureName: 'new-search', name: 'flexibleRollout', parameters: { rollout: '50' } },
          ],
          featureEnvironments: [{ featureName: 'new-search', enabled: true }],
          tagTypes: [],
        },
      },
    },
  },
  'POST /api/admin/projects/:projectId/import': {
    id: 'importWithProgress',
    tags: ['Flagstaff'],
    summary: 'Import flags and report progress',
    description:
      'Works like `POST /api/admin/features-batch/import`, but responds with one JSON object per line: one at the start and one after each transaction, with the number of flags imported and the undo keys. If a transaction fails, the last line has an `error` and the earlier transactions stay.',
    permission: 'UPDATE_FEATURE',
    params: Type.Object({ projectId: Type.String() }),
    body: Type.Omit(ImportToggles, ['project']),
    responses: { 200: Type.Unknown() },
    example: {
      params: { projectId: 'default' },
      body: {
        environment: 'production',
        data: {
          features: [{ name: 'new-search' }],
          featureStrategies: [
            { featureName: 'new-search', name: 'flexibleRollout', parameters: { rollout: '50' } },
          ],
          featureEnvironments: [{ featureName: 'new-search', enabled: true }],
          tagTypes: [],
        },
      },
    },
  },
})
