import { Types } from 'scimmy'
import { refuse } from './errors.ts'

const { Attribute, SchemaDefinition, Schema } = Types

const readOnly = { mutable: false, direction: 'out' } as const

/** The attributes that we store of an account. Other attributes of RFC 7643 are accepted and ignored. */
const user = new SchemaDefinition('User', 'urn:ietf:params:scim:schemas:core:2.0:User', 'An account', [
  new Attribute('string', 'userName', {
    required: true,
    uniqueness: 'server',
    description: 'What the identity provider calls the account.',
  }),
  new Attribute('complex', 'name', { description: 'The name of the person, in parts.' }, [
    new Attribute('string', 'formatted', { description: 'The whole name.' }),
    new Attribute('string', 'givenName', { description: 'First name.' }),
    new Attribute('string', 'familyName', { description: 'Last name.' }),
  ]),
  new Attribute('string', 'displayName', { description: 'The name as it is shown.' }),
  new Attribute('boolean', 'active', { description: 'Whether the person may come in.' }),
  new Attribute(
    'complex',
    'emails',
    { multiValued: true, description: 'Addresses; the primary one is kept.' },
    [
      new Attribute('string', 'value', { description: 'The address.' }),
      new Attribute('string', 'type', { description: 'What it is for, such as work.' }),
      new Attribute('boolean', 'primary', { description: 'Whether it is the preferred one.' }),
    ],
  ),
  new Attribute(
    'complex',
    'groups',
    { ...readOnly, multiValued: true, description: 'Where it is a member.' },
    [
      new Attribute('string', 'value', { ...readOnly, description: 'The identifier of the group.' }),
      new Attribute('string', 'display', { ...readOnly, description: 'The name of the group.' }),
    ],
  ),
])

const group = new SchemaDefinition(
  'Group',
  'urn:ietf:params:scim:schemas:core:2.0:Group',
  'A group of accounts',
  [
    new Attribute('string', 'displayName', {
      required: true,
      uniqueness: 'server',
      description: 'The name of the group.',
    }),
    new Attribute('complex', 'members', { multiValued: true, description: 'The accounts in the group.' }, [
      new Attribute('string', 'value', {
        mutable: 'immutable',
        description: 'The identifier of the account.',
      }),
      new Attribute('string', 'display', { ...readOnly, description: 'The name of the account.' }),
      new Attribute('string', 'type', { mutable: 'immutable', description: 'Always User.' }),
    ]),
  ],
)

export const definitions = { user, group }

class UserResource extends Schema {
  static override get id() {
    return user.id
  }
  static override get definition() {
    return user
  }
  constructor(resource: object, direction = 'both') {
    super(resource, direction)
    Object.assign(this, user.coerce(resource, direction))
  }
}

class GroupResource extends Schema {
  static override get id() {
    return group.id
  }
  static override get definition() {
    return group
  }
  constructor(resource: object, direction = 'both') {
    super(resource, direction)
    Object.assign(this, group.coerce(resource, direction))
  }
}

export const resources = { user: UserResource, group: GroupResource }
export type Kind = keyof typeof resources

/** Validates a resource and keeps the attributes of its schema. */
export function accept(kind: Kind, body: object): Record<string, unknown> {
  try {
    return plain(new resources[kind](body, 'in'))
  } catch (error) {
    throw error instanceof TypeError ? refuse('invalidValue', `${error.message}.`) : error
  }
}

/** Copies the library's objects, which cannot be modified. */
export const plain = (resource: object): Record<string, unknown> => JSON.parse(JSON.stringify(resource))
