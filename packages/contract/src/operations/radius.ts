import Type from 'typebox'
import { operations } from '../operation.ts'
import { ProjectEnvironmentParams } from '../projects.ts'
import { ChangePreview, PreviewQuery, Radius } from '../radius.ts'
import { NewChanges } from '../requests.ts'
import { RowId } from '../schema.ts'

const tags = ['Change Requests']

export const radiusOperations = operations({
  'POST /api/admin/projects/:projectId/environments/:environment/change-requests/preview': {
    id: 'previewChanges',
    tags,
    summary: 'Preview changes and their blast radius',
    description:
      'Returns what the changes would do, without storing anything: the behaviour of flags and segments before and after, a sentence for each change, and the blast radius, which is how many of the newest 10,000 sampled contexts would get another result. With `draft`, the open change request of the caller is part of it. `fields` and `examples` need `READ_LOGS`. Without any sampled contexts, `estimate` is calculated from rollout percentages and usage. A request evaluates for at most 300 ms and returns the part that it has done; a caller has 10 seconds of evaluation in a minute, and gets 429 after that.',
    permission: 'authenticated',
    params: ProjectEnvironmentParams,
    query: PreviewQuery,
    body: NewChanges,
    responses: { 200: ChangePreview },
    example: {
      params: { projectId: 'default', environment: 'development' },
      body: { action: 'updateEnabled', feature: 'example', payload: { enabled: true } },
    },
  },
  'POST /api/admin/projects/:projectId/change-requests/:id/radius': {
    id: 'getChangeRequestRadius',
    tags,
    summary: 'Get the blast radius of a change request',
    description:
      'Makes the changes of an open change request on the current state, without storing anything, and returns how many of the newest 10,000 sampled contexts of its environment would get another result. `fields` and `examples` need `READ_LOGS`. It returns 409 if a change no longer fits the current state.',
    permission: 'authenticated',
    params: Type.Object({ projectId: Type.String(), id: RowId }),
    responses: { 200: Radius },
    example: { params: { projectId: 'default', id: 1 } },
  },
})
