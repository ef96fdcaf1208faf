import type { Limits } from '@flagstaff/contract/limits'
import type { FastifyRequest } from 'fastify'
import { checkPermission } from './routing.ts'

/** Of routes that name no other. */
export const USUAL_BYTES = 100 * 1024
/** However high the limits are set: a body is parsed at once, while other requests wait. */
const MOST_BYTES = 8 * 1024 * 1024
/** A value has up to 100 characters of up to three bytes, two quotes and a comma. */
const VALUE_BYTES = 303

/** For a route that takes large bodies. Permissions are checked before the body is read, so that not everyone can send that much. */
export const largeBody = (bytes: number) => ({
  bodyLimit: bytes,
  onRequest: async (request: FastifyRequest) => checkPermission(request),
})

export const segmentBytes = ({ segmentValues }: Limits): number => bytesFor(segmentValues)

export const ruleBytes = ({ constraints, constraintValues }: Limits): number =>
  bytesFor(constraints * constraintValues)

/** For a list of changes, each of which can be a rule or a segment. */
export const changesBytes = (limits: Limits): number => Math.max(segmentBytes(limits), ruleBytes(limits))

const bytesFor = (values: number) => Math.min(MOST_BYTES, USUAL_BYTES + values * VALUE_BYTES)
