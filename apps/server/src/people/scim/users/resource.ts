import { definitions } from '../protocol/resources.ts'
import type { ScimUser } from './queries.ts'

/** An account in SCIM format. Attributes without a value are omitted. */
export const toResource = (user: ScimUser, baseUrl: string) => ({
  schemas: [definitions.user.id],
  id: user.id,
  ...(user.externalId === null ? {} : { externalId: user.externalId }),
  userName: user.userName,
  ...(user.name === null
    ? {}
    : {
        name: {
          formatted: user.name,
          ...(user.givenName === null ? {} : { givenName: user.givenName }),
          ...(user.familyName === null ? {} : { familyName: user.familyName }),
        },
        displayName: user.name,
      }),
  ...(user.email === null ? {} : { emails: [{ value: user.email, type: 'work', primary: true }] }),
  active: user.active,
  groups: user.groups,
  meta: {
    resourceType: 'User',
    created: user.createdAt.toISOString(),
    lastModified: user.modifiedAt.toISOString(),
    location: `${baseUrl}/Users/${user.id}`,
  },
})
