import type { ApplicationDetails, ApplicationOverview } from '@flagstaff/contract/applications'
import type { Reader } from '../../platform/database/database.ts'
import type { Viewer } from '../../platform/write/actor.ts'
import { listStrategies } from '../../setup/strategies/index.ts'
import { listUnknown } from '../usage/index.ts'
import { listFlags, listInstances } from './detail-queries.ts'
import { overviewOf } from './overview.ts'
import { findApplication } from './queries.ts'

/** Returns undefined if the viewer cannot see an application of this name. */
export async function readDetails(
  db: Reader,
  viewer: Viewer,
  name: string,
): Promise<ApplicationDetails | undefined> {
  const row = await findApplication(db, viewer, name)
  if (!row) return undefined
  const [known, instances, seenToggles] = await Promise.all([
    listStrategies(db, viewer),
    listInstances(db, viewer, { app: name }),
    listFlags(db, viewer, name),
  ])
  const strategies = new Map(known.map((one) => [one.name, one]))
  return {
    appName: row.name,
    description: row.description,
    url: row.url,
    color: row.color,
    icon: row.icon,
    createdAt: row.created_at.toISOString(),
    lastSeen: row.seen_at.toISOString(),
    strategies: (row.strategies as string[]).map(
      (strategy) => strategies.get(strategy) ?? { name: strategy, notFound: true },
    ),
    instances: instances.map((one) => ({
      appName: name,
      instanceId: one.instance,
      ...(one.connection_id === null ? {} : { connectionId: one.connection_id }),
      environment: one.environment,
      sdkVersion: one.sdk_version,
      sdkType: one.sdk_type,
      clientIp: one.ip,
      lastSeen: one.seen_at.toISOString(),
      connectVia: one.connect_via ?? [],
    })),
    usage: row.uses,
    seenToggles,
    links: { self: `/api/applications/${encodeURIComponent(name)}` },
  }
}

/** Returns undefined if the viewer cannot see an application of this name. */
export async function readOverview(
  db: Reader,
  viewer: Viewer,
  name: string,
): Promise<ApplicationOverview | undefined> {
  const row = await findApplication(db, viewer, name)
  if (!row) return undefined
  const [known, instances, flags, missing] = await Promise.all([
    listStrategies(db, viewer),
    listInstances(db, viewer, { app: name }),
    listFlags(db, viewer, name),
    listUnknown(db, viewer, { app: name }),
  ])
  const names = new Set(known.map((one) => one.name))
  const missingStrategies = (row.strategies as string[]).filter((strategy) => !names.has(strategy))
  return overviewOf({ instances, flags, missing, missingStrategies })
}
