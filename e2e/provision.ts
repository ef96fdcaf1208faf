import { api } from './kit.ts'
import { address } from './playwright.config.ts'

/** A SCIM request of an identity provider. */
export async function scim<T = { id: string }>(
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${address}/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/scim+json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

/** Provisions a user and a group, like an identity provider. */
export async function provision() {
  await api.post('/api/admin/scim-settings', { enabled: true })
  const { token } = await api.post<{ token: string }>('/api/admin/scim-settings/generate-new-token')
  const person = { userName: 'screens@example.com', displayName: 'Sam Screens' }
  const { id } = await scim(token, 'POST', '/Users', person)
  await scim(token, 'POST', '/Groups', { displayName: 'Screens crew', members: [{ value: id }] })
}
