import type { NewEvent } from '../platform/write/write.ts'
import type { Tag } from '../setup/tags/index.ts'
import type { Flag } from './queries.ts'

/** The fields of every event about a flag. */
export const about = ({ name, project, tags }: Flag) => ({ project, flag: name, tags })

/** The flag as the event log stores it, without its version: events without a difference are dropped. */
export const record = ({ objectVersion: _, ...flag }: Flag) => flag

const everywhere = ({ name }: Flag) => [{ kind: 'flag' as const, name }]

export const flagCreated = (flag: Flag): NewEvent => ({
  type: 'feature-created',
  ...about(flag),
  data: record(flag),
  touches: everywhere(flag),
})

/** Without `stale`, which has separate events. */
export const flagUpdated = (before: Flag, flag: Flag): NewEvent => {
  const { stale: _, ...data } = record(flag)
  const { stale: __, ...preData } = record(before)
  return { type: 'feature-metadata-updated', ...about(flag), data, preData, touches: everywhere(flag) }
}

export const flagMarked = (flag: Flag, stale: boolean): NewEvent => ({
  type: stale ? 'feature-stale-on' : 'feature-stale-off',
  ...about(flag),
  data: { stale },
  preData: { stale: !stale },
  touches: everywhere(flag),
})

export const flagAged = (flag: Flag): NewEvent => ({
  type: 'feature-potentially-stale-on',
  ...about(flag),
  data: { potentiallyStale: true },
  preData: { potentiallyStale: false },
})

export const flagTagged = (flag: Flag, tag: Tag): NewEvent => ({
  type: 'feature-tagged',
  ...about(flag),
  data: tag,
  touches: everywhere(flag),
})

export const flagUntagged = (flag: Flag, tag: Tag): NewEvent => ({
  type: 'feature-untagged',
  ...about(flag),
  preData: tag,
  touches: everywhere(flag),
})

export const environmentSwitched = (flag: Flag, environment: string, enabled: boolean): NewEvent => ({
  type: enabled ? 'feature-environment-enabled' : 'feature-environment-disabled',
  ...about(flag),
  environment,
  data: { enabled },
  preData: { enabled: !enabled },
  touches: [{ kind: 'flag', name: flag.name, environment }],
})

export const environmentVariantsUpdated = (
  flag: Flag,
  environment: string,
  before: readonly object[],
  variants: readonly object[],
): NewEvent => ({
  type: 'feature-environment-variants-updated',
  ...about(flag),
  environment,
  data: { variants },
  preData: { variants: before },
  touches: [{ kind: 'flag', name: flag.name, environment }],
})
