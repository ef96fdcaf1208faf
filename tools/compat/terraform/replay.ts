import { isDeepStrictEqual } from 'node:util'
import type { Body } from '../player.ts'
import { type Call, dataSources, type Known, type Resource, resources } from './resources.ts'

// Most of what the provider manages is not in the open-source edition, so this runs on our server only: the statuses
// are those of the contract, and applying the same configuration again must change nothing.

type Outcome = { calls: number; expected: number; faults: string[] }

/** Creates, reads, reapplies, updates and deletes one object of each kind, as a service account. */
export async function replayTerraform(url: string, adminToken: string): Promise<Outcome> {
  const authorization = await serviceAccount(url, adminToken)
  const known: Known = {}
  const faults: string[] = []
  const outcome: Outcome = { calls: 0, expected: 0, faults }
  const send = async (call: Call): Promise<Body> => {
    const { status, body } = await request(url, authorization, call)
    outcome.calls++
    if (status === call.status) outcome.expected++
    else faults.push(`${call.method} ${call.path}: ${status} instead of ${call.status}, ${short(body)}`)
    return body
  }
  const isAsWanted = async (resource: Resource, ask: (call: Call) => Promise<Body>) => {
    const read = await ask(resource.read(known))
    lacks(resource, read)
    const found = attempt(resource.found, read, known)
    const wanted = resource.wanted(known)
    if (isDeepStrictEqual(found, wanted)) return
    faults.push(`${resource.name} would be changed: ${short(found)} instead of ${short(wanted)}`)
  }
  /** Lists contain the object among others. */
  const lacks = ({ name, absent = [] }: Resource, body: Body) => {
    const objects = [
      body,
      ...Object.values(body ?? {})
        .filter(Array.isArray)
        .flat(),
    ]
    for (const field of absent)
      if (objects.some((one) => one?.[field] === null)) faults.push(`${name} has ${field}: null`)
  }

  for (const call of dataSources) await send(call)
  for (const resource of resources) {
    known[resource.name] = await send(resource.create(known))
    lacks(resource, known[resource.name])
    if (resource.complete) await send(resource.complete(known))
    await isAsWanted(resource, send)
  }
  const again = async (call: Call) => (await request(url, authorization, call)).body
  for (const resource of resources) await isAsWanted(resource, again)
  for (const resource of resources) if (resource.update) lacks(resource, await send(resource.update(known)))
  for (const { remove } of resources.toReversed()) if (remove) await send(remove(known))
  return outcome
}

async function serviceAccount(url: string, adminToken: string): Promise<string> {
  const ask = async (path: string, body: object) =>
    (await request(url, adminToken, { method: 'POST', path, body, status: 201 })).body
  const { id } = await ask('/service-account', { username: 'terraform', name: 'Terraform', rootRole: 1 })
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  return (await ask(`/service-account/${id}/token`, { description: 'replay', expiresAt })).secret
}

async function request(url: string, authorization: string, { method, path, body }: Call) {
  const response = await fetch(`${url}/api/admin${path}`, {
    method,
    headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return { status: response.status, body: attempt(JSON.parse, text) ?? text }
}

function attempt<A extends unknown[]>(work: (...values: A) => Body, ...values: A): Body {
  try {
    return work(...values)
  } catch {
    return undefined
  }
}

const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 300)
