import { receiptsOperations } from '@flagstaff/contract/operations/receipts'
import { readFlagEnvironment } from '../../flags/index.ts'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { observe } from './edges.ts'
import {
  type EdgeRow,
  findChange,
  findMoment,
  findOwnStates,
  listEdges,
  listHeads,
  listReceipts,
} from './queries.ts'
import { tagsIn, tally } from './rules.ts'

/** Delivery status of changes. */
export async function receiptRoutes(app: App) {
  const serve = routesOf(app, receiptsOperations)
  serve(
    'GET /api/admin/projects/:projectId/features/:featureName/environments/:environment/delivery',
    async (request) => {
      const { projectId, featureName, environment } = request.params
      const place = { project: projectId, flag: featureName, environment }
      await readFlagEnvironment(app.read, request.signedIn().viewer, place)
      const newest = await findChange(app.read, featureName, environment)
      if (!newest) throw notFound('flag', featureName)
      const { revision = newest.revision } = request.query
      const told = await listReceipts(app.read, environment)
      const ours = await findOwnStates(app.read, tagsIn(told))
      const changedAt = revision === newest.revision ? newest.changedAt : await findMoment(app.read, revision)
      return {
        environment,
        revision,
        changedAt: changedAt?.toISOString() ?? null,
        // Revisions after the newest publication change nothing that is delivered, so do not wait for them.
        ...tally(told, projectId, Math.min(revision, newest.revision), ours),
      }
    },
  )

  serve('GET /api/admin/edges', async () => {
    const [edges, revisions] = await Promise.all([listEdges(app.read), listHeads(app.read)])
    return { edges: edges.map(toEdge), revisions }
  })

  serve('GET /api/admin/metrics/edges', async (request) => {
    const [edges, heads] = await Promise.all([listEdges(app.read), listHeads(app.read)])
    return {
      revisionIds: heads.map(({ environment, revision }) => ({ environment, revisionId: revision })),
      connectedEdges: observe(edges, request.signedIn().viewer),
    }
  })
}

function toEdge({ environment, about, named, counted, updatedAt, head }: EdgeRow) {
  const own = about.edgeApiKeyRevisionIds?.find((one) => one.environment === environment)
  const revision = own?.revisionId ?? null
  return {
    identifier: about.identifier,
    appName: about.appName,
    edgeVersion: about.edgeVersion,
    environment,
    started: about.started ?? null,
    region: about.region ?? null,
    parent: about.parent ?? null,
    reportedAt: updatedAt.toISOString(),
    connectedStreamingClients: about.connectedStreamingClients ?? 0,
    cpuUsage: about.processMetrics?.cpuUsage ?? null,
    memoryUsage: about.processMetrics?.memoryUsage ?? null,
    revision,
    behind: revision === null ? 0 : Math.max(0, head - revision),
    instances: named.length + counted.reduce((sum, { instances }) => sum + instances, 0),
  }
}
