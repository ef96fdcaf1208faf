import { Messages, type Types } from 'scimmy'
import Type, { type Static } from 'typebox'
import { refuse } from '../protocol/errors.ts'
import type { Operation } from '../protocol/operations.ts'
import { accept, plain, resources } from '../protocol/resources.ts'

const LONGEST = 254

/** The name and external id of a group; its members are handled separately. */
export const Description = Type.Object({
  displayName: Type.String(),
  externalId: Type.Union([Type.String(), Type.Null()]),
})
export type Description = Static<typeof Description>

export const descriptionIn = (body: object): Description =>
  toDescription(accept('group', { ...body, members: undefined }))

export async function patchDescription(
  before: Description,
  operations: readonly Operation[],
): Promise<Description> {
  const { displayName, externalId } = before
  const resource = new resources.group({ displayName, ...(externalId === null ? {} : { externalId }) })
  const patch = new Messages.PatchOp({
    schemas: [Messages.PatchOp.id],
    Operations: structuredClone([...operations]),
  })
  const patched = await patch.apply(resource as Types.Schema)
  return patched ? toDescription(plain(patched)) : { displayName, externalId }
}

function toDescription(resource: Record<string, unknown>): Description {
  const { displayName, externalId } = resource as { displayName: string; externalId?: string }
  if (displayName.trim() === '') throw refuse('invalidValue', 'A group needs a displayName.')
  if ((externalId?.length ?? 0) > LONGEST)
    throw refuse('invalidValue', `The externalId is longer than ${LONGEST} characters.`)
  return { displayName: displayName.trim(), externalId: externalId || null }
}
