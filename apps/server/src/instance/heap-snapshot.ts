import { pipeline } from 'node:stream/promises'
import { getHeapSnapshot } from 'node:v8'
import { instanceOperations } from '@flagstaff/contract/operations/instance'
import { AppError } from '../platform/errors.ts'
import { requireMetricsToken } from '../platform/http/metrics-token.ts'
import { safeHeaders } from '../platform/http/safe-headers.ts'
import { routesOf } from '../platform/http/serve.ts'
import type { App } from '../platform/http/server.ts'

/** A heap contains secrets, so there is no snapshot without a token. */
export async function heapSnapshotRoutes(app: App) {
  const serve = routesOf(app, instanceOperations)
  const { settings } = app
  serve('GET /internal-backstage/heap-snapshot', async (request, reply) => {
    if (!settings.heapSnapshots || settings.metricsToken === undefined)
      throw new AppError('pathNotFound', { path: request.url })
    requireMetricsToken(request, settings)
    reply.hijack()
    reply.raw.writeHead(200, {
      ...safeHeaders,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="flagstaff-${process.pid}.heapsnapshot"`,
      'cache-control': 'no-store',
    })
    // A caller that disconnects ends the snapshot.
    await pipeline(getHeapSnapshot(), reply.raw).catch(() => {})
  })
}
