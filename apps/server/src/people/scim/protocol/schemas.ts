import { schemaOf } from '@flagstaff/contract/operation'
import { scimOperations } from '@flagstaff/contract/operations/scim'

/** The schemas of an operation. It is also served below `/scim/v2`, but the OpenAPI document lists it only once. */
export function schemaFor<Key extends keyof typeof scimOperations>(key: Key, isListed: boolean) {
  const schema = schemaOf<(typeof scimOperations)[Key]>(scimOperations[key])
  return isListed ? schema : { ...schema, operationId: '' }
}
