import { definitions } from '../protocol/resources.ts'
import type { Member, ScimGroup } from './queries.ts'

/** A group in SCIM format; members are omitted if they were not requested. */
export const toResource = (group: ScimGroup, members: readonly Member[] | undefined, baseUrl: string) => ({
  schemas: [definitions.group.id],
  id: group.id,
  ...(group.externalId === null ? {} : { externalId: group.externalId }),
  displayName: group.displayName,
  ...(members
    ? {
        members: members.map(({ value, display }) => ({
          value,
          display,
          type: 'User',
          $ref: `${baseUrl}/Users/${value}`,
        })),
      }
    : {}),
  meta: {
    resourceType: 'Group',
    created: group.createdAt.toISOString(),
    location: `${baseUrl}/Groups/${group.id}`,
  },
})

const MOST_MEMBERS = 10_000

/** Limits a page by the total number of members, but always returns at least one group. */
export function withinBounds<T extends { members: number }>(groups: readonly T[]): T[] {
  let sum = 0
  const beyond = groups.findIndex(({ members }, index) => {
    sum += members
    return index > 0 && sum > MOST_MEMBERS
  })
  return beyond < 0 ? [...groups] : groups.slice(0, beyond)
}
