import type { ApplicationOverview } from '@flagstaff/contract/applications'
import type { UnknownFlag } from '@flagstaff/contract/usage'
import type { Instance } from './detail-queries.ts'
import { isOutdated } from './rules.ts'

type Facts = {
  instances: readonly Instance[]
  flags: readonly { project: string }[]
  missing: readonly UnknownFlag[]
  missingStrategies: string[]
}

/** Summarises an application with its problems: missing flags and missing strategies. */
export function overviewOf({ instances, flags, missing, missingStrategies }: Facts): ApplicationOverview {
  const missingIn = missingByEnvironment(missing)
  const running = Map.groupBy(instances, ({ environment }) => environment)
  const names = [...new Set([...running.keys(), ...missingIn.keys()])].sort()
  return {
    projects: [...new Set(flags.map(({ project }) => project))].sort(),
    featureCount: flags.length,
    environments: names.map((name) =>
      environmentOf(name, running.get(name) ?? [], missingIn.get(name) ?? []),
    ),
    issues: { missingStrategies },
  }
}

function environmentOf(name: string, instances: readonly Instance[], missingFeatures: string[]) {
  const sdksOf = (type?: string) =>
    [
      ...new Set(
        instances
          .filter(({ sdk_type }) => type === undefined || sdk_type === type)
          .flatMap(({ sdk_version }) => sdk_version ?? []),
      ),
    ].sort()
  const last = Math.max(...instances.map(({ seen_at }) => seen_at.getTime()))
  return {
    name,
    instanceCount: instances.length,
    sdks: sdksOf(),
    frontendSdks: sdksOf('frontend'),
    backendSdks: sdksOf('backend'),
    lastSeen: instances.length > 0 ? new Date(last).toISOString() : null,
    issues: { missingFeatures, outdatedSdks: sdksOf().filter(isOutdated) },
  }
}

function missingByEnvironment(missing: readonly UnknownFlag[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, reports = [] } of missing) {
    for (const { environment } of reports.flatMap(({ environments }) => environments))
      found.set(environment, [...(found.get(environment) ?? []), name])
  }
  return found
}
