import type { EdgeKeyRevision, EdgeLatency, EdgeObservability } from '@flagstaff/contract/edges'
import { EdgeReport, type Receipts } from '@flagstaff/contract/receipts'
import { DEEPEST_REPORT } from '@flagstaff/delivery'
import { Compile as compileSchema } from 'typebox/compile'
import { sees, type Viewer } from '../../platform/write/actor.ts'

type Left = 'receipts' | 'connectedEdges' | 'apiKeyRevisionIds'
type Named = 'identifier' | 'appName' | 'edgeVersion'

/** The stored part of an edge report, besides the receipts. */
export type EdgeAbout = Pick<EdgeReport, Named> & {
  [Field in Exclude<keyof EdgeReport, Left | Named>]?: EdgeReport[Field] | undefined
}

const MOST_REPORTS = 200
const isReport = compileSchema(EdgeReport)

/** A report and those of the edges behind it, which name the edge they are connected to. Invalid ones are dropped. */
export function reportsIn(report: EdgeReport, depth = 1): EdgeReport[] {
  const behind = depth < DEEPEST_REPORT ? (report.connectedEdges ?? []) : []
  const inner = behind.flatMap((one): EdgeReport[] =>
    isReport.Check(one) ? reportsIn({ ...one, parent: one.parent ?? report.identifier }, depth + 1) : [],
  )
  return [report, ...inner].slice(0, MOST_REPORTS)
}

/** An edge can report any number, also one that is no time or that the database cannot store. */
export function receiptsOf({ receipts }: EdgeReport, now = Date.now()): Receipts {
  const { named = [], counted = [] } = receipts ?? {}
  const most = Number.MAX_SAFE_INTEGER
  const bounded = <One extends { revision: number }>(one: One): One => ({
    ...one,
    revision: Math.min(one.revision, most),
  })
  return {
    named: named.map((one) => ({ ...bounded(one), at: Math.min(one.at, now) })),
    counted: counted.map((one) => ({ ...bounded(one), instances: Math.min(one.instances, most) })),
  }
}

/** Keeps only known fields, since a report can contain others of any size. */
export const aboutOf = (report: EdgeReport): EdgeAbout => ({
  identifier: report.identifier,
  appName: report.appName,
  edgeVersion: report.edgeVersion,
  started: report.started,
  region: report.region,
  hosting: report.hosting,
  parent: report.parent,
  connectedStreamingClients: report.connectedStreamingClients,
  processMetrics: report.processMetrics,
  edgeApiKeyRevisionIds: report.edgeApiKeyRevisionIds ?? report.apiKeyRevisionIds ?? [],
  traffic: report.traffic,
  latencyUpstream: report.latencyUpstream,
  requestsSinceLastReport: report.requestsSinceLastReport,
})

type Row = { about: EdgeAbout; updatedAt: Date }
type Observed = EdgeObservability['connectedEdges'][number]

/** Edges in Unleash's format: one entry each, even if an edge reports for several environments. */
export function observe(rows: readonly Row[], viewer: Viewer): Observed[] {
  const edges = Map.groupBy(rows, ({ about }) => about.identifier)
  return [...edges.values()].flatMap((list) => {
    const newest = list.reduce((one, other) => (other.updatedAt > one.updatedAt ? other : one))
    return [toObserved(newest, list, viewer)]
  })
}

function toObserved({ about, updatedAt }: Row, all: readonly Row[], viewer: Viewer): Observed {
  const { traffic, latencyUpstream: upstream, processMetrics: load, hosting } = about
  return {
    id: about.identifier,
    instanceId: about.identifier,
    appName: about.appName,
    edgeVersion: about.edgeVersion,
    reportedAt: updatedAt.toISOString(),
    ...(about.started ? { started: about.started } : {}),
    ...(about.parent ? { connectedVia: about.parent } : {}),
    ...(load ? { cpuUsage: text(load.cpuUsage), memoryUsage: load.memoryUsage } : {}),
    ...latency('clientFeatures', traffic?.get?.['/api/client/features']),
    ...latency('frontendApi', traffic?.get?.['/api/frontend']),
    ...latency('upstreamFeatures', upstream?.features),
    ...latency('upstreamMetrics', upstream?.metrics),
    ...latency('upstreamEdge', upstream?.edge),
    region: about.region ?? null,
    ...(hosting && hosting !== 'self-hosted' ? { hosting } : {}),
    connectedStreamingClients: all.reduce((sum, one) => sum + (one.about.connectedStreamingClients ?? 0), 0),
    apiKeyRevisionIds: all.flatMap((one) => keysOf(one.about, viewer)),
  }
}

/** Omits projects that the viewer cannot see, and keys without any other project. */
const keysOf = ({ edgeApiKeyRevisionIds = [] }: EdgeAbout, viewer: Viewer): EdgeKeyRevision[] =>
  edgeApiKeyRevisionIds.flatMap((key) => {
    const projects = key.projects.filter((project) => project === '*' || sees(viewer, project))
    return projects.length > 0 ? [{ ...key, projects }] : []
  })

type LatencyName = 'clientFeatures' | 'frontendApi' | 'upstreamFeatures' | 'upstreamMetrics' | 'upstreamEdge'

const latency = (name: LatencyName, figures: EdgeLatency | undefined): Partial<Observed> =>
  figures
    ? { [`${name}AverageLatencyMs`]: text(figures.avg), [`${name}P99LatencyMs`]: text(figures.p99) }
    : {}

const text = (figure: number): string => String(Math.round(figure * 100) / 100)
