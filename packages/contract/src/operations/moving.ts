import { Move, MoveSource, StartMoveImport } from '../moving.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

export const movingOperations = operations({
  'GET /api/admin/move': {
    id: 'getMove',
    tags: ['Flagstaff'],
    summary: 'Get the state of a move from Unleash',
    description:
      'Returns the plan, the progress of the import and the result of the last comparison. `phase` is `none` if no move was started, and `interrupted` if the process that worked on it ended; repeat the step then.',
    permission: 'ADMIN',
    responses: { 200: Move },
    example: {},
  },
  'POST /api/admin/move/plan': {
    id: 'planMove',
    tags: ['Flagstaff'],
    summary: 'Plan a move from Unleash',
    description:
      'Reads an Unleash server and compares it with this one, in the background; neither is changed. `token` needs admin rights there. It is used for this step only and not stored. If the server cannot be read, `phase` becomes `failed` with an `error`. Returns 409 while an import runs.',
    permission: 'ADMIN',
    body: MoveSource,
    responses: { 202: Move },
    example: { body: { url: 'https://unleash.example.com', token: '*:*.964a287e1b728cb5f4f3e012' } },
  },
  'POST /api/admin/move/compare': {
    id: 'compareMove',
    tags: ['Flagstaff'],
    summary: 'Compare with Unleash',
    description:
      'Compares the client documents of both servers, evaluates both for generated and recorded contexts, and asks both frontend APIs for a sample, in the background. The result lists every flag that differs, with a context and the reason.',
    permission: 'ADMIN',
    body: MoveSource,
    responses: { 202: Move },
    example: { body: { url: 'https://unleash.example.com', token: '*:*.964a287e1b728cb5f4f3e012' } },
  },
  'POST /api/admin/move/import': {
    id: 'importMove',
    tags: ['Flagstaff'],
    summary: 'Import from Unleash',
    description:
      'Imports what is missing, in the background and with the permissions of the caller. Objects that people changed here are not overwritten, except the flags in `take`. An interrupted import can be repeated and ends the same. With `follow`, later changes of the source are repeated until the move is ended.',
    permission: 'ADMIN',
    body: StartMoveImport,
    responses: { 202: Move },
    example: { body: { url: 'https://unleash.example.com', token: '*:*.964a287e1b728cb5f4f3e012' } },
  },
  'DELETE /api/admin/move': {
    id: 'endMove',
    tags: ['Flagstaff'],
    summary: 'End a move from Unleash',
    description: 'Stops following and deletes the plan and the results. Everything that was imported stays.',
    permission: 'ADMIN',
    responses: { 204: Nothing },
    example: {},
  },
})
