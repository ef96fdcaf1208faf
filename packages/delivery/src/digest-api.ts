import { ClientDigest } from '@flagstaff/contract/client'
import type { FastifyInstance } from 'fastify'
import { type Admission, admitted, admitting, projectsOf } from './admission.ts'
import { viewDigest } from './view-digest.ts'
import { keyOf } from './views.ts'

const MOST_KEPT = 1_000

/** What edges ask now and then, to find out whether they still serve the same. */
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
      schema: { operationId: 'getClientDigest', tags: ['Client'], response: { 200: ClientDigest } },
    },
    async (request) => {
      const token = admitted(request)
      const view = { environment: token.environment, projects: projectsOf(token) }
      const digest = await digestOf(view)
      return { state: store.head(view.environment, view.projects).tag, digest }
    },
  )
}
