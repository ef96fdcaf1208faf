import { ADMIN, type Running } from '../../../../tools/compat/processes.ts'
import { ENVIRONMENT, exportOf, flagName } from './flags.ts'

/** A running server of either kind, with its tokens. */
export type Site = Running & { port: number; admin: string; backend: string; frontend: string }

type Call = { method?: string; path: string; headers?: Record<string, string>; body?: unknown }

export async function call(url: string, { method = 'GET', path, headers = {}, body }: Call) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`)
  return { text, headers: response.headers }
}

/** Signs in and makes the tokens, in the words that both servers understand. */
export async function settle(running: Running): Promise<Site> {
  const { url } = running
  const login = await call(url, { method: 'POST', path: '/auth/simple/login', body: ADMIN })
  const cookie = login.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const make = async (path: string, headers: Record<string, string>, body: unknown) =>
    String(JSON.parse((await call(url, { method: 'POST', path, headers, body })).text).secret)
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const admin = await make('/api/admin/user/tokens', { cookie }, { description: 'bench', expiresAt })
  const token = (type: string) =>
    make(
      '/api/admin/api-tokens',
      { authorization: admin },
      { tokenName: `bench-${type}`, type, environment: ENVIRONMENT, projects: ['*'] },
    )
  return {
    ...running,
    port: Number(new URL(url).port),
    admin,
    backend: await token('client'),
    frontend: await token('frontend'),
  }
}

const MOST_AT_ONCE = 500

/** Gives back once SDKs are served all of them. */
export async function importFlags({ url, admin, backend }: Site, from: number, to: number, make = exportOf) {
  for (let at = from; at < to; at += MOST_AT_ONCE) {
    const data = make(at, Math.min(to, at + MOST_AT_ONCE))
    await call(url, {
      method: 'POST',
      path: '/api/admin/features-batch/import',
      headers: { authorization: admin },
      body: { project: 'default', environment: ENVIRONMENT, data },
    })
  }
  await until(async () => {
    const { text } = await call(url, { path: '/api/client/features', headers: { authorization: backend } })
    return text.includes(flagName(to - 1))
  })
}

export async function until(holds: () => Promise<boolean>, patienceMs = 30_000) {
  const deadline = Date.now() + patienceMs
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error('waited in vain')
    await new Promise((done) => setTimeout(done, 50))
  }
}

export const setFlag = ({ url, admin }: Site, name: string, state: 'on' | 'off') =>
  call(url, {
    method: 'POST',
    path: `/api/admin/projects/default/features/${name}/environments/${ENVIRONMENT}/${state}`,
    headers: { authorization: admin },
  })
