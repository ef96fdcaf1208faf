import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach } from 'vitest'
import type { DocumentRow, FlagDocument, RuleDocument } from '../src/documents.ts'
import { START } from '../src/marks.ts'
import { ofrepApi } from '../src/ofrep/api.ts'
import type { FrontendNames } from '../src/ofrep/names.ts'
import type { Usage } from '../src/ports.ts'
import { createPublicIntake } from '../src/public-intake.ts'
import { createStore, type Store } from '../src/store.ts'
import { createStreams } from '../src/streams.ts'
import { createTraffic } from '../src/traffic.ts'
import { flagDocument, flagRow, tokenRow } from './rows.ts'

export const BACKEND = '*:development.backend'
export const SHOP = 'shop:development.backend'
export const FRONTEND = '*:development.frontend'

export const rule = (more: Partial<RuleDocument> = {}): RuleDocument => ({
  name: 'flexibleRollout',
  parameters: { rollout: '100', stickiness: 'default', groupId: 'group' },
  constraints: [],
  variants: [],
  segments: [],
  ...more,
})
export const flag = (name: string, more: Partial<FlagDocument> = {}) =>
  flagDocument(name, { strategies: [rule()], ...more })
export const rows = (doc: FlagDocument): DocumentRow[] =>
  ['*', 'development'].map((environment) => flagRow(environment, doc))
const token = (secret: string, type: string, projects: string[]) => tokenRow(secret, { type, projects })

export const one = (name: string, payload?: { type: string; value: string }) => [
  { name, weight: 1000, ...(payload ? { payload } : {}) },
]
export const half = rule({ parameters: { rollout: '50', stickiness: 'default', groupId: 'group' } })
export const gold = rule({ constraints: [{ contextName: 'plan', operator: 'IN', values: ['gold'] }] })

export type Ask = { context?: unknown; token?: string; headers?: Record<string, string>; query?: string }

/** A server with one flag, `plain`, created for each test of the file. */
export function openOfrep() {
  let store: Store
  let server: FastifyInstance
  const kit = {
    reported: [] as Usage[],
    offered: [] as unknown[],
    /** If true, the usage sink rejects counts. */
    away: false,
    attempts: 0,
    get revision() {
      return store.revision
    },
    get server() {
      return server
    },
    publish(docs: DocumentRow[], project = 'default') {
      const revision = store.revision + 1
      const heads = [{ environment: 'development', project, revision, hash: START.hash }]
      store.apply({ revision, epoch: '1', hash: START.hash, complete: false, rows: docs, heads })
    },
    async start(ticketKey = 'shared', frontendNames?: FrontendNames) {
      const app = Fastify()
      const streams = createStreams(app, store)
      const sample = { offer: (_: unknown, context: unknown) => void kit.offered.push(context) }
      await app.register(
        async (scope) =>
          ofrepApi(scope, {
            store,
            usage,
            sample,
            streams,
            traffic: createTraffic(),
            bounds: createPublicIntake({ isKnown: () => false }),
            ticketKey: Buffer.from(ticketKey),
            ...(frontendNames ? { frontendNames } : {}),
          }),
        { prefix: '/flags/ofrep/v1' },
      )
      return app
    },
    async post(path: string, { context = {}, token = BACKEND, headers = {}, query = '' }: Ask = {}) {
      const response = await server.inject({
        method: 'POST',
        url: `/flags/ofrep/v1/evaluate/flags${path}${query}`,
        headers: { authorization: token, ...headers },
        payload: { context } as object,
      })
      const body = response.body === '' ? undefined : response.json()
      return { status: response.statusCode, body, headers: response.headers }
    },
    evaluate: (key: string, context: object = {}, token = BACKEND) => kit.post(`/${key}`, { context, token }),
  }
  const usage = {
    add: async (counts: Usage) => {
      kit.attempts += 1
      if (kit.away) throw new Error('away')
      kit.reported.push(counts)
    },
  }
  beforeEach(async () => {
    Object.assign(kit, { reported: [], offered: [], away: false, attempts: 0 })
    store = createStore({ regex: () => undefined }, { origins: [], enabled: true })
    store.apply({ revision: 0, epoch: '1', hash: START.hash, complete: true, rows: [], heads: [] })
    kit.publish([
      token(BACKEND, 'backend', ['*']),
      token(SHOP, 'client', ['shop']),
      token(FRONTEND, 'frontend', ['*']),
      token('*:*.admin', 'admin', ['*']),
    ])
    kit.publish(rows(flag('plain')))
    server = await kit.start()
  })
  afterEach(() => server.close())
  return kit
}
