import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { seedDemo } from '../../apps/cli/src/demo/seed.ts'
import { createDatabase, edge, flagstaff, launch } from '../compat/processes.ts'
import type { Scraped } from './prometheus.ts'

export const ADMIN_TOKEN = '*:*.dashboard-admin'
export const BACKEND_TOKEN = '*:production.dashboard-backend'
export const FRONTEND_TOKEN = '*:production.dashboard-frontend'

export type Installation = {
  servers: string[]
  edge: string
  scraped: Scraped[]
  end(): Promise<void>
}

/** Two servers with the demo shop, an edge, and a receiver of webhooks. Their files are below `folder`. */
export async function startInstallation(postgres: string, folder: string): Promise<Installation> {
  const running: { end(): Promise<unknown> }[] = []
  const end = async () => {
    for (const part of running.toReversed()) await part.end()
  }
  const add = <T extends { end(): Promise<unknown> }>(part: T): T => {
    running.push(part)
    return part
  }
  try {
    const database = await createDatabase(postgres, `dashboard_${process.pid}`)
    add({ end: database.drop })
    const servers: string[] = []
    for (const number of [1, 2]) {
      const program = flagstaff()
      const env = {
        ...program.env,
        ENCRYPTION_KEY: 'only for the dashboard of the documentation',
        INIT_ADMIN_API_TOKENS: ADMIN_TOKEN,
        INIT_BACKEND_API_TOKENS: BACKEND_TOKEN,
        INIT_FRONTEND_API_TOKENS: FRONTEND_TOKEN,
        SNAPSHOT_FOLDER: join(folder, `snapshot-${number}`),
        REQUEST_BUDGET_MS: '30000',
      }
      servers.push(add(await launch({ ...program, env }, { database: database.url })).url)
    }
    const [first = ''] = servers
    await seedDemo(first, ADMIN_TOKEN)
    const receiver = add(await startReceiver())
    await addWebhook(first, receiver.url)
    const { url } = add(await launch(edge(first, BACKEND_TOKEN, join(folder, 'edge')), { database: '' }))
    const scraped = servers.map((server, index) => ({
      job: 'flagstaff',
      instance: `flagstaff-${index + 1}`,
      url: server,
      path: '/internal-backstage/prometheus',
    }))
    scraped.push({ job: 'flagstaff-edge', instance: 'edge-1', url, path: '/internal-backstage/metrics' })
    return { servers, edge: url, scraped, end }
  } catch (error) {
    await end()
    throw error
  }
}

/** Accepts everything. */
async function startReceiver() {
  const server = createServer((request, response) => {
    request.resume()
    response.end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const end = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  return { url: `http://127.0.0.1:${port}`, end }
}

async function addWebhook(server: string, url: string) {
  const response = await fetch(`${server}/api/admin/addons`, {
    method: 'POST',
    headers: { authorization: ADMIN_TOKEN, 'content-type': 'application/json' },
    body: JSON.stringify({
      provider: 'webhook',
      enabled: true,
      parameters: { url },
      events: ['feature-environment-enabled', 'feature-environment-disabled'],
    }),
  })
  if (!response.ok)
    throw new Error(`the webhook was not created: ${response.status} ${await response.text()}`)
}
