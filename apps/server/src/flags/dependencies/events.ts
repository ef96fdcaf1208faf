import type { NewEvent } from '../../platform/write/write.ts'
import { about } from '../events.ts'
import type { Flag } from '../queries.ts'
import type { Dependency } from './queries.ts'

const everywhere = ({ name }: Flag) => [{ kind: 'flag' as const, name }]

const record = ({ feature, enabled, variants }: Dependency): Dependency => ({ feature, enabled, variants })

/** Also used for a changed dependency, with the previous one as `preData`. */
export const dependencyAdded = (flag: Flag, dependency: Dependency, before?: Dependency): NewEvent => ({
  type: 'feature-dependency-added',
  ...about(flag),
  data: record(dependency),
  preData: before && record(before),
  touches: everywhere(flag),
})

export const dependencyRemoved = (flag: Flag, dependency: Dependency): NewEvent => ({
  type: 'feature-dependency-removed',
  ...about(flag),
  preData: record(dependency),
  touches: everywhere(flag),
})

export const dependenciesRemoved = (flag: Flag, dependencies: readonly Dependency[]): NewEvent => ({
  type: 'feature-dependencies-removed',
  ...about(flag),
  data: { dependencies: [] },
  preData: { dependencies: dependencies.map(record) },
  touches: everywhere(flag),
})
