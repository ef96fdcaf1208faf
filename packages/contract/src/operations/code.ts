import Type from 'typebox'
import { ApplyCode, CodeClaims, CodeDrift, CodeExport, CodeOwner, CodePlan, PlanCode } from '../code.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

const Project = Type.String({ minLength: 1, maxLength: 100 })

export const codeOperations = operations({
  'POST /api/admin/code/plan': {
    id: 'planCode',
    tags: ['Flagstaff'],
    summary: 'Plan flag files',
    description:
      'Returns what flag files would change, without changing anything. Fields that a file does not mention, or that are left to people, are not compared. `errors` block the plan, `requests` lists where changes become change requests. The plan is stored for 7 days; apply it by its `id`.',
    permission: 'authenticated',
    body: PlanCode,
    responses: { 200: CodePlan },
    example: {
      body: {
        owner: 'shop/checkout',
        source: { commit: '4f2a91c' },
        config: { default: { manage: { definition: 'file', production: 'file' } } },
        flags: [
          {
            project: 'default',
            path: 'flags/new-checkout.yaml',
            content: {
              flag: 'new-checkout',
              description: 'The checkout on one page',
              environments: { production: { enabled: true, rules: [{ rollout: 10 }] } },
            },
          },
        ],
      },
    },
  },
  'POST /api/admin/code/plans/:id/apply': {
    id: 'applyCodePlan',
    tags: ['Flagstaff'],
    summary: 'Apply a plan of flag files',
    description:
      'Applies a stored plan and responds with one JSON object per line: one at the start and one after each transaction of up to 500 flags. Nothing is changed if one of the flags was changed after the plan was made: the last line then has an `error` that names the change. Otherwise it has the `revision`, the `undo` keys and the change requests in `requests`. The caller needs the permission for each individual change.',
    permission: 'authenticated',
    params: Type.Object({ id: Type.String({ maxLength: 100 }) }),
    body: ApplyCode,
    responses: { 200: Type.Unknown() },
    example: { params: { id: '01JCQ7Z5K3M9X2V4B6N8P0R1T3' }, body: {} },
  },
  'GET /api/admin/code/drift': {
    id: 'getCodeDrift',
    tags: ['Flagstaff'],
    summary: 'List drift',
    description:
      'Returns fields that files manage and whose present value is not the one that was applied last, with who changed them.',
    permission: 'authenticated',
    query: Type.Object({ owner: Type.Optional(CodeOwner), project: Type.Optional(Project) }),
    responses: { 200: CodeDrift },
    example: { query: { owner: 'shop/checkout' } },
  },
  'GET /api/admin/code/export': {
    id: 'exportCode',
    tags: ['Flagstaff'],
    summary: 'Export flags as files',
    description: 'Returns the flags of a project in the form of flag files, with all environments.',
    permission: 'authenticated',
    query: Type.Object({ project: Project, format: Type.Optional(Type.Literal('files')) }),
    responses: { 200: CodeExport },
    example: { query: { project: 'default' } },
  },
  'DELETE /api/admin/code/claims': {
    id: 'releaseCode',
    tags: ['Flagstaff'],
    summary: 'Give flags back to people',
    description: 'Ends the management of all flags of an owner in a project. The flags stay as they are.',
    permission: 'UPDATE_FEATURE',
    query: Type.Object({ owner: CodeOwner, project: Project }),
    responses: { 204: Nothing },
    example: { query: { owner: 'shop/checkout', project: 'default' } },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/code': {
    id: 'getFeatureCode',
    tags: ['Flagstaff'],
    summary: 'Show which files manage a flag',
    description: 'Returns the fields of a flag that files manage, and those that people have changed since.',
    permission: 'authenticated',
    params: Type.Object({ projectId: Type.String(), featureName: Type.String() }),
    responses: { 200: CodeClaims },
    example: { params: { projectId: 'default', featureName: 'new-checkout' } },
  },
  'GET /schemas/:file': {
    id: 'getFileSchema',
    tags: ['Flagstaff'],
    summary: 'Get a JSON Schema of flag files',
    description: 'Returns the JSON Schema of flag files or of `flagstaff.yaml`, for editors.',
    permission: 'public',
    params: Type.Object({ file: Type.Enum(['flag.v1.json', 'flagstaff.v1.json']) }),
    responses: { 200: Type.Unknown() },
    example: { params: { file: 'flag.v1.json' } },
  },
})
