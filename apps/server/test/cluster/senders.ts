import { expect } from 'vitest'
import { BACKEND_TOKEN, type Server } from './server.ts'

const soon = { interval: 50, timeout: 60_000 }

/** Sends to both servers from several clients until stopped, and remembers what was acknowledged. */
export function keepSending(
  servers: readonly [Server, Server],
  clients: number,
  prefix: string,
  send: (server: Server, name: string) => Promise<boolean>,
) {
  const sent: string[] = []
  const acknowledged: string[] = []
  let going = true
  const run = async (client: number) => {
    while (going) {
      const name = `${prefix}-${sent.length}`
      sent.push(name)
      const server = servers[client % 2 === 0 ? 0 : 1]
      if (await send(server, name).catch(() => false)) acknowledged.push(name)
      else await new Promise((done) => setTimeout(done, 20))
    }
  }
  const running = Array.from({ length: clients }, (_, index) => run(index))
  return {
    async more(count: number) {
      const wanted = acknowledged.length + count
      await expect.poll(() => acknowledged.length, soon).toBeGreaterThanOrEqual(wanted)
    },
    async end() {
      going = false
      await Promise.all(running)
      return { sent: new Set(sent), acknowledged }
    },
  }
}

/** Reports one evaluation of this variant; resolves whether it was acknowledged. */
export async function reportVariant(server: Server, variant: string): Promise<boolean> {
  const now = new Date().toISOString()
  const toggles = { checkout: { yes: 1, no: 0, variants: { [variant]: 1 } } }
  const body = { appName: 'shop', instanceId: '1', bucket: { start: now, stop: now, toggles } }
  const headers = { authorization: BACKEND_TOKEN }
  return (await server.call('POST', '/api/client/metrics', body, headers)).status === 202
}
