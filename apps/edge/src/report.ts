import type { EdgeReport } from '@flagstaff/contract/receipts'
import { again, type EdgeSink, type ReceiptBook, type Traffic } from '@flagstaff/delivery'
import type { Logger } from 'pino'
import { createRequestCounts } from './request-counts.ts'
import type { Settings } from './settings.ts'
import type { Source } from './upstream/source.ts'
import type { Upstream } from './upstream/upstream.ts'

const LOOK_MS = 500
/** Interval of reports without changes, so that upstream knows the edge is alive. */
const AGAIN_MS = 30_000
/** How long to wait after upstream has rejected a report. */
const REFUSED_MS = 3_600_000

type Parts = {
  settings: Settings
  upstream: Upstream
  sources: readonly Source[]
  receipts: ReceiptBook
  traffic: Traffic
  version: string
  log: Logger
}

/** Reports to upstream which revision this edge and its clients have, and forwards the reports of edges behind it. */
export function createReporter({ settings, upstream, sources, receipts, traffic, version, log }: Parts) {
  const started = new Date().toISOString()
  const told = new Map<string, { text: string; at: number }>()
  const counts = createRequestCounts(traffic)
  let quietUntil = 0
  let cpu = process.cpuUsage()
  let cpuAt = performance.now()

  const load = () => {
    const used = process.cpuUsage(cpu)
    const share = (used.user + used.system) / 1_000 / Math.max(1, performance.now() - cpuAt)
    cpu = process.cpuUsage()
    cpuAt = performance.now()
    return { cpuUsage: Math.round(share * 1_000) / 1_000, memoryUsage: process.memoryUsage.rss() }
  }
  const send = async (secret: string, report: EdgeReport) => {
    const response = await upstream.post('/api/client/metrics/edge', secret, report)
    await response.body?.cancel()
    if (response.ok) return
    if (response.status >= 500 || response.status === 429)
      throw new Error(`upstream answered ${response.status}`)
    // Upstream may refuse what another edge has sent, which says nothing about the reports of this one.
    if (report.identifier !== settings.instanceId) return
    quietUntil = Date.now() + REFUSED_MS
    log.info({ status: response.status }, 'upstream does not accept reports of edges')
  }
  const tell = async (source: Source, now: number, isLast = false) => {
    const { environment, projects, mark, heardAt } = source
    if (mark === undefined) return
    const given = receipts.read(environment, now)
    const text = JSON.stringify([
      mark.tag,
      given.named.map((one) => [one.instance, one.revision, one.hash]),
      given.counted,
    ])
    const last = told.get(environment)
    const requests = counts.due(isLast)
    if (!requests && last?.text === text && now - last.at < AGAIN_MS) return
    await send(source.secret, {
      identifier: settings.instanceId,
      appName: settings.appName,
      edgeVersion: version,
      started,
      region: settings.region ?? null,
      connectedStreamingClients: given.named.filter(({ via }) => via === 'stream').length,
      processMetrics: load(),
      edgeApiKeyRevisionIds: [
        {
          environment,
          projects: projects === '*' ? ['*'] : [...projects],
          revisionId: mark.revision,
          lastUpdated: new Date(heardAt).toISOString(),
        },
      ],
      ...requests,
      receipts: given,
    })
    if (requests) counts.sent()
    told.set(environment, { text, at: now })
  }
  const stopTelling = again(async () => {
    const now = Date.now()
    if (now < quietUntil) return
    for (const source of new Map(sources.map((one) => [one.environment, one])).values())
      await tell(source, now)
  }, LOOK_MS)
  const edges: EdgeSink = {
    async add(report, environment) {
      const source = sources.find((one) => one.environment === environment)
      if (!source || Date.now() < quietUntil) return
      await send(source.secret, { ...report, parent: report.parent ?? settings.instanceId })
    },
  }
  return {
    edges,
    /** Reports what was counted since the last report. */
    async stop() {
      await stopTelling()
      const [source] = sources
      if (!source || Date.now() < quietUntil) return
      // A report that failed is sent first, without what was counted since.
      try {
        await tell(source, Date.now(), true)
        await tell(source, Date.now(), true)
      } catch (error) {
        log.info({ err: error }, 'the last report was not sent')
      }
    },
  }
}
