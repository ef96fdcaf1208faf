import type { ApplicationOverview } from '@flagstaff/contract/applications'

export type Issue = { kind: 'flag' | 'strategy' | 'sdk'; name: string; environments: string[] }

/** The issues of an application: each once, with its environments. */
export function issuesOf({ environments, issues }: ApplicationOverview): Issue[] {
  const found = new Map<string, Issue>()
  const add = (kind: Issue['kind'], name: string, environment: string) => {
    const key = `${kind} ${name}`
    const known = found.get(key) ?? { kind, name, environments: [] }
    known.environments.push(environment)
    found.set(key, known)
  }
  for (const { name, issues: own } of environments) {
    for (const flag of own.missingFeatures) add('flag', flag, name)
    for (const sdk of own.outdatedSdks) add('sdk', sdk, name)
  }
  const strategies = issues.missingStrategies.map(
    (name): Issue => ({ kind: 'strategy', name, environments: [] }),
  )
  const order: Issue['kind'][] = ['flag', 'strategy', 'sdk']
  return [...found.values(), ...strategies].sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || a.name.localeCompare(b.name),
  )
}
