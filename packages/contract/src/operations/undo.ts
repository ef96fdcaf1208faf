import Type from 'typebox'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

export const undoOperations = operations({
  'POST /api/admin/undo/:id': {
    id: 'undo',
    tags: ['Flagstaff'],
    summary: 'Undo a change',
    description:
      'Reverses the change whose response had this ID in its `x-undo` header. Only the caller who made the change can undo it, once and within 10 minutes; otherwise it returns 404, or 409 if the same object was changed afterwards. The response has a new `x-undo` header, to redo the change.',
    permission: 'authenticated',
    params: Type.Object({ id: Type.String() }),
    responses: { 204: Nothing },
    example: { params: { id: 'kPz0T9yqkq4n0w3yQmJc2A' } },
  },
})
