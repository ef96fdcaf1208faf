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
      'Returns the parts in which the event log is stored, 5 million events each, with their size and what keeps them from being removed, and the parts that were removed.',
    permission: 'ADMIN',
    responses: { 200: EventParts },
    example: {},
  },
  'GET /api/admin/event-parts/:last/file': {
    id: 'exportEventPart',
    tags: ['Flagstaff'],
    summary: 'Export a part of the event log',
    description:
      'Returns the events of the part that ends with the event `last`, as lines of JSON, compressed with gzip. The newest part is returned up to the newest event. The first line says where the part starts, the last one where it ends; `flagstaff events check` verifies the file. Each server exports one part at a time and returns 409 to further requests.',
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
      'Starts the removal of the oldest part. Returns 409 unless the part is full and its newest event is 90 days old. `sha256` proves that you have its file: in the background, the part is read again and compared with it, and only removed if they match; `getEventParts` shows the progress and, if they do not match, the `failure`. The event log records the last hash of the part, with which the hash chain continues. Time travel then starts after the removed events.',
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
