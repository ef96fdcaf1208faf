import Type from 'typebox'
import { EventPartParams, EventParts, RemoveEventPart } from '../event-parts.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

export const eventPartsOperations = operations({
  'GET /api/admin/event-parts': {
    id: 'getEventParts',
    tags: ['Flagstaff'],
    summary: 'List the parts of the event log',
    description:
      'Returns the parts that the event log is stored in, of 5 million events each, with their size, and the parts that were exported and removed.',
    permission: 'ADMIN',
    responses: { 200: EventParts },
    example: {},
  },
  'GET /api/admin/event-parts/:last/file': {
    id: 'exportEventPart',
    tags: ['Flagstaff'],
    summary: 'Export a part of the event log',
    description:
      'Returns the events of a part up to the event `last`, or up to the newest one, as lines of JSON, compressed with gzip. The first line says where the part starts, the last one where it ends; `flagstaff events check` verifies the file. A process exports one part at a time and answers 409 to others.',
    permission: 'ADMIN',
    params: EventPartParams,
    responses: { 200: Type.Unknown() },
    example: { params: { last: 5_000_000 } },
  },
  'POST /api/admin/event-parts/:last/removal': {
    id: 'removeEventPart',
    tags: ['Flagstaff'],
    summary: 'Remove an exported part of the event log',
    description:
      'Removes the oldest part, once its newest event is 90 days old, and answers 409 before. `sha256` proves that you have its file: in the background, the part is read again and compared with it, and only removed if it is the same. The event log then records its last hash, with which the hash chain goes on. Time travel ends where the event log starts.',
    permission: 'ADMIN',
    params: EventPartParams,
    body: RemoveEventPart,
    responses: { 202: Nothing },
    example: {
      params: { last: 5_000_000 },
      body: { sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08' },
      status: 409,
    },
  },
})
