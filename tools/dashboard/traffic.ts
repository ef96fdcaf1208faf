import { setTimeout as sleep } from 'node:timers/promises'
import { ADMIN } from '../compat/processes.ts'
import { ADMIN_TOKEN, BACKEND_TOKEN, FRONTEND_TOKEN, type Installation } from './installation.ts'

/** Of the demo, and not protected. */
const flag = '/api/admin/projects/fulfilment/features/label-printer-zpl/environments/production'
const sdks = [
  ['storefront-web', 'unleash-node-sdk:6.6.0', 3],
  ['checkout-api', 'unleash-java-sdk:11.1.0', 5],
  ['warehouse', 'unleash-python-sdk:6.3.0', 2],
] as const

/** A day of more and fewer users, in two minutes. */
const WAVE_MS = 120_000
const share = (phase = 0) => 0.6 - 0.4 * Math.cos((Date.now() / WAVE_MS + phase) * 2 * Math.PI)

/** Applications that fetch, evaluate and report flags, and people who change them, until `stop` is called. */
export function startTraffic({ servers, edge }: Installation) {
  const stopped = new AbortController()
  const all = [...servers, edge]
  const problems = new Set<string>()
  const etags = new Map<string, string>()

  /** Returns once the response ended. */
  async function send(method: string, url: string, headers: Record<string, string>, body?: unknown) {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: stopped.signal,
    })
    await response.arrayBuffer()
    if (response.status >= 400) problems.add(`${method} ${new URL(url).pathname}: ${response.status}`)
    return response
  }

  const as = (authorization: string) => ({ authorization })
  const admin = (method: string, path: string, body?: unknown) =>
    send(method, `${servers[0]}${path}`, as(ADMIN_TOKEN), body)

  async function fetchFlags(url: string) {
    for (const [appName, sdk, instances] of sdks)
      for (let instance = 0; instance < instances * 4 * share(); instance++) {
        const key = `${url} ${instance % 2}`
        const headers = {
          ...as(BACKEND_TOKEN),
          'unleash-appname': appName,
          'unleash-sdk': sdk,
          // Every other instance has just started.
          'if-none-match': instance % 2 ? (etags.get(key) ?? '') : '',
        }
        const { headers: received } = await send('GET', `${url}/api/client/features`, headers)
        etags.set(key, received.get('etag') ?? '')
      }
  }

  async function evaluate(url: string) {
    for (let user = 0; user < 30 * share(0.3); user++)
      await send('GET', `${url}/api/frontend?userId=${user}`, as(FRONTEND_TOKEN))
  }

  async function report(url: string) {
    for (const [appName, sdkVersion, instances] of sdks)
      for (let instance = 0; instance < instances; instance++) {
        const instanceId = `${appName}-${instance}`
        const start = new Date(Date.now() - 2000)
        const started = {
          appName,
          instanceId,
          sdkVersion,
          strategies: ['default'],
          started: start,
          interval: 2000,
        }
        await send('POST', `${url}/api/client/register`, as(BACKEND_TOKEN), started)
        const toggles = Object.fromEntries(
          ['dark-mode', 'new-payment-form', 'search-suggestions'].map((name) => [name, { yes: 40, no: 7 }]),
        )
        const bucket = { start, stop: new Date(), toggles }
        await send('POST', `${url}/api/client/metrics`, as(BACKEND_TOKEN), { appName, instanceId, bucket })
      }
  }

  const change = async () => {
    await admin('POST', `${flag}/on`)
    await sleep(1500 / share(0.5))
    await admin('POST', `${flag}/off`)
  }

  async function look() {
    for (const path of [
      '/projects',
      '/projects/checkout/features',
      '/segments',
      '/events?limit=10',
      '/user-admin',
    ])
      await admin('GET', `/api/admin${path}`)
  }

  const signIn = () => send('POST', `${servers[1]}/auth/simple/login`, {}, ADMIN)

  /** An SDK that keeps a stream open. */
  async function stream(url: string) {
    const headers = { ...as(BACKEND_TOKEN), 'unleash-sdk': 'unleash-node-sdk:6.6.0' }
    const response = await fetch(`${url}/api/client/streaming`, { headers, signal: stopped.signal })
    for await (const _ of response.body ?? []) if (stopped.signal.aborted) return
  }

  async function repeat(work: () => Promise<unknown>, pauseMs: number) {
    while (!stopped.signal.aborted) {
      await work().catch((error) => {
        if (!stopped.signal.aborted) problems.add(String(error))
      })
      await sleep(pauseMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
  }

  const running = [
    ...all.flatMap((url) => [
      repeat(() => fetchFlags(url), 300),
      repeat(() => evaluate(url), 500),
      repeat(() => report(url), 2000),
    ]),
    ...all.flatMap((url) => Array.from({ length: 3 }, () => repeat(() => stream(url), 1000))),
    repeat(change, 700),
    repeat(look, 1000),
    repeat(signIn, 4000),
  ]
  return {
    problems,
    async stop() {
      stopped.abort()
      await Promise.all(running)
    },
  }
}
