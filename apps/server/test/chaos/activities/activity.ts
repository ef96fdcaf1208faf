import type { Reply, Server } from '../../cluster/server.ts'
import type { Outcome } from '../history.ts'
import type { World } from '../world.ts'

/** What `/api/client/features` returns, as far as activities look at it. */
export type Document = {
  features: {
    name: string
    description?: string | null
    strategies?: { parameters?: Record<string, string>; segments?: number[] }[]
  }[]
  segments?: { id: number; constraints: { values?: string[] }[] }[]
}

/** Work of one kind that goes on during faults, and what must hold afterwards. */
export type Activity = {
  /** One piece of work; repeated until the writers pause. */
  step?(): Promise<void>
  /** What in a document that was served contradicts the rest of it. */
  read?(document: Document): string[]
  /** The database was restored to its state at this time. */
  lostSince?(time: number): void
  /** What contradicts the responses, once the system is quiet. */
  violations(): Promise<string[]>
  /** How much of its work was acknowledged. */
  acknowledged(): number
  stop?(): Promise<void>
}

/** Prepares an activity; everything that it creates has the name in its own. */
export type OpenActivity = (world: World, name: string) => Promise<Activity>

export type Sent = { outcome: Exclude<Outcome, 'lost'>; status: number; body: Reply['body'] }

/** A direct change where another activity wants reviews needs it. */
export const reason = { 'x-change-reason': 'chaos' }

/** Sends a change and says what its response means. A response that must never occur is added to the violations. */
export async function send(
  violations: string[],
  server: Server,
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Sent> {
  const reply = await server.call(method, path, body, { ...reason, ...headers }).catch(() => undefined)
  const status = reply?.status ?? 0
  if (status >= 500 && status !== 503 && status !== 504)
    violations.push(`${method} ${path} was answered ${status}`)
  const outcome =
    status === 0 || status === 504 ? 'maybe' : status >= 200 && status < 300 ? 'acknowledged' : 'refused'
  return { outcome, status, body: reply?.body }
}
