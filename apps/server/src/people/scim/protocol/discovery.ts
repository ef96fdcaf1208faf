import { Scim } from '@flagstaff/contract/scim'
import Type from 'typebox'
import { notFound } from '../../../platform/errors.ts'
import type { App } from '../../../platform/http/server.ts'
import { baseUrlOf } from '../address.ts'
import { listOf, MOST_RESULTS } from './paging.ts'
import { definitions, plain } from './resources.ts'

const RESOURCE_TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const config = { permission: 'SCIM token' } as const
const answers = { response: { 200: Scim } }
const whole = { offset: 0, limit: MOST_RESULTS }

/** Discovery endpoints, which providers read before they start. */
export async function discoveryRoutes(app: App) {
  const baseUrl = baseUrlOf(app.settings)
  const types = [typeOf('User', baseUrl), typeOf('Group', baseUrl)]
  const schemas = [definitions.user, definitions.group].map((one) =>
    plain(one.describe(`${baseUrl}/Schemas`)),
  )
  const Params = Type.Object({ id: Type.String() })

  app.get('/ServiceProviderConfig', { config, schema: answers }, () => abilitiesOf(baseUrl))
  app.get('/ResourceTypes', { config, schema: answers }, () => listOf(types, types.length, whole))
  app.get('/ResourceTypes/:id', { config, schema: { params: Params, ...answers } }, ({ params }) =>
    required(types, params.id, 'resource type'),
  )
  app.get('/Schemas', { config, schema: answers }, () => listOf(schemas, schemas.length, whole))
  app.get('/Schemas/:id', { config, schema: { params: Params, ...answers } }, ({ params }) =>
    required(schemas, params.id, 'schema'),
  )
}

function required<T extends { id?: unknown }>(list: readonly T[], id: string, what: string): T {
  const found = list.find((one) => one.id === id)
  if (!found) throw notFound(what, id)
  return found
}

const typeOf = (name: 'User' | 'Group', baseUrl: string) => ({
  schemas: [RESOURCE_TYPE],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema: definitions[name === 'User' ? 'user' : 'group'].id,
  meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
})

const abilitiesOf = (baseUrl: string) => ({
  schemas: [CONFIG],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The token that Flagstaff shows once when it is made',
      specUri: 'https://www.rfc-editor.org/info/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${baseUrl}/ServiceProviderConfig` },
})
