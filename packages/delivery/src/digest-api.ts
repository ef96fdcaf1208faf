import { schemaOf } from '@flagstaff/contract/operation'
import { deliveryOperations as operations } from '@flagstaff/contract/operations/delivery'
import type { FastifyInstance } from 'fastify'
import { type Admission, admitted, admitting, projectsOf } from './admission.ts'
import { keyOf } from './bodies.ts'
import { viewDigest } from './view-digest.ts'

const MOST_KEPT = 1_000

/** Lets edges compare their state with the server's. */
export function digestApi(app: FastifyInstance, { store, refresh }: Admission) {
  const kept = new Map<string, Promise<string>>()
  app.addHook('onClose', async () => stop())
  const stop = store.listen(() => kept.clear())
  const digestOf = (view: Parameters<typeof viewDigest>[1]): Promise<string> => {
    const key = keyOf({ ...view, inline: false })
    const known = kept.get(key)
    if (known) return known
    if (kept.size >= MOST_KEPT) kept.clear()
    const fresh = viewDigest(store, view)
    kept.set(key, fresh)
    return fresh
  }
  app.get(
    '/api/client/digest',
    {
      config: { permission: 'backend token' },
      onRequest: admitting({ store, refresh }, 'backend'),
      schema: schemaOf(operations['GET /api/client/digest']),
    },
    async (request) => {
      const token = admitted(request)
      const view = { environment: token.environment, projects: projectsOf(token) }
      const digest = await digestOf(view)
      return { state: store.head(view.environment, view.projects).tag, digest }
    },
  )
}
