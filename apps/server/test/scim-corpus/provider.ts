export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** What a provider sends, and what the response contains. `{user}` and `{group}` are placeholders for ids. */
type Step<Gives> = { says: string; body: object; gives: Gives }

export type Provider = {
  name: string
  newUser: object
  userPatches: Step<object>[]
  newGroup: object
  groupPatches: Step<{ members?: 0 | 1; displayName?: string }>[]
}
