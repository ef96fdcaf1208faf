import { person } from '../scim.ts'
import type { Prepare } from './prepare.ts'

export const prepare: Prepare = async ({ as, actors, client }) => {
  const settings = '/api/admin/scim-settings'
  await as.admin.post(settings, { enabled: true })
  // The example repeats this request: the same key returns the same token, so it stays valid for the other examples.
  const once = { 'idempotency-key': 'examples' }
  const { body } = await as.admin.post(`${settings}/generate-new-token`, undefined, { headers: once })
  const caller = { authorization: `Bearer ${body.token}` }
  const made = async (kind: 'Users' | 'Groups', resource: object): Promise<string> =>
    (await client(caller).post(`/scim/${kind}`, resource)).body.id
  const group = (displayName: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
    displayName,
  })
  return {
    replace: {
      '01JD3QC4V8N2K6T9W5XZ7RBHMA': await made('Users', person('grace@example.com')),
      '01JD3QCK1E5P9Y3G7S4DF8VJTQ': await made('Users', person('barbara@example.com')),
      '01JD3QD2Z6M8R4C1X7WB9HNKSE': await made('Groups', group('Engineers')),
      '01JD3QDHT3A7V5J9Q2YF6PGKXR': await made('Groups', group('Unused')),
    },
    headers: {
      'SCIM token': caller,
      generateNewToken: { authorization: actors.admin.token, ...once },
    },
  }
}
