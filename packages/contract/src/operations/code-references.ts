import { FlagCodeReferences, RepositoryParams, UploadCodeReferences } from '../code-references.ts'
import { FlagParams } from '../flags.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

export const codeReferencesOperations = operations({
  'PUT /api/admin/code-references/:repository': {
    id: 'replaceCodeReferences',
    tags: ['Code references'],
    summary: 'Replace the code references of a repository',
    description:
      'Stores where the code of a repository mentions flags, and replaces what was stored for it before. Encode a slash in the name of the repository as %2F. Needs the permission to update flags in any project. References to flags that do not exist, or that you cannot see, are ignored. At most 100,000 references; 1,000 of each flag are stored. `flagstaff scan --upload` sends this request.',
    permission: 'UPDATE_FEATURE',
    params: RepositoryParams,
    body: UploadCodeReferences,
    responses: { 204: Nothing },
    example: {
      params: { repository: 'shop/web' },
      body: {
        branch: 'main',
        commit: '4f2a91c',
        urlTemplate: 'https://git.example.com/shop/web/blob/{commit}/{path}#L{line}',
        references: [{ flag: 'new-checkout', path: 'src/cart/CartPage.tsx', line: 41, column: 18 }],
      },
    },
  },
  'GET /api/admin/projects/:projectId/features/:featureName/code-references': {
    id: 'getCodeReferences',
    tags: ['Code references'],
    summary: 'List the code references of a flag',
    description:
      'Returns the repositories whose code mentions the flag or once did, by name, with up to 1,000 references each. `goneSince` says since when a repository has no references.',
    permission: 'authenticated',
    params: FlagParams,
    responses: { 200: FlagCodeReferences },
    example: { params: { projectId: 'default', featureName: 'new-checkout' } },
  },
})
