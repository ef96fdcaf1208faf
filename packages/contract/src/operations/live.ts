import Type from 'typebox'
import { LiveQuery } from '../live.ts'
import { operations } from '../operation.ts'

export const liveOperations = operations({
  'GET /api/admin/live': {
    id: 'live',
    tags: ['Flagstaff'],
    summary: 'Stream change notifications',
    description:
      'Opens a stream of server-sent events that says what was changed, without the new content, limited to what the caller can see. With `since` or `Last-Event-ID`, it continues after that revision; if more than 500 changes were missed, it sends `reset` instead. An account or token can have 100 open streams.',
    permission: 'authenticated',
    query: LiveQuery,
    responses: { 200: Type.Unknown() },
    // The stream never ends, so the test sends no token, which is refused.
    example: { query: { since: 41 }, status: 401 },
  },
})
