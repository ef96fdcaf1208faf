import { Tag as SentTag } from '@flagstaff/contract/common'
import Type from 'typebox'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import {
  acceptTags,
  insertFlagTags,
  normalTags,
  removeFlagTags,
  storeTags,
  type Tag,
  withoutTags,
} from '../../setup/tags/index.ts'
import { flagTagged, flagUntagged } from '../events.ts'
import type { Flag } from '../queries.ts'
import { lockActiveFlags, versioned } from '../target.ts'

/** Adds the tags of flags that were just created. */
export async function attachTags(tx: Tx, flags: readonly Flag[]) {
  await storeTags(tx, normalTags(flags.flatMap(({ tags }) => tags)))
  await insertFlagTags(tx, usesOf(flags.map(({ name, tags }) => ({ flag: name, tags }))))
  for (const flag of flags) for (const tag of flag.tags) tx.record(flagTagged(flag, tag))
}

/** The tags added to and removed from one flag. */
type Retagged = { flag: string; added: Tag[]; removed: Tag[] }

/** Adds and removes tags of flags. Idempotent; a tag in both lists is kept. */
export const tagFlags = command({
  name: 'flag.tag',
  input: Type.Object({
    project: Type.String(),
    flags: Type.Array(Type.String()),
    added: Type.Array(SentTag),
    removed: Type.Array(SentTag),
  }),
  permission: 'UPDATE_FEATURE',
  scope: ({ project }) => ({ project }),
  locks: ({ flags }) => ({ flags }),
  async load(tx, { project, flags, added }) {
    const wanted = await acceptTags(tx, added)
    return { wanted, flags: await lockActiveFlags(tx, project, [...new Set(flags)]) }
  },
  current: ({ flags }) => versioned(flags),
  async run(tx, input, { wanted, flags }): Promise<Retagged[]> {
    const unwanted = withoutTags(normalTags(input.removed), wanted)
    const changes = flags.map((flag) => {
      const kept = withoutTags(flag.tags, unwanted)
      return {
        flag: { ...flag, tags: normalTags([...kept, ...wanted]) },
        added: withoutTags(wanted, flag.tags),
        removed: withoutTags(flag.tags, kept),
      }
    })
    await storeTags(tx, normalTags(changes.flatMap(({ added }) => added)))
    await removeFlagTags(tx, usesOf(changes.map(({ flag, removed }) => ({ flag: flag.name, tags: removed }))))
    await insertFlagTags(tx, usesOf(changes.map(({ flag, added }) => ({ flag: flag.name, tags: added }))))
    for (const { flag, added, removed } of changes) {
      for (const tag of removed) tx.record(flagUntagged(flag, tag))
      for (const tag of added) tx.record(flagTagged(flag, tag))
    }
    return changes.map(({ flag, added, removed }) => ({ flag: flag.name, added, removed }))
  },
  inverse: ({ project }, changes): Order[] => {
    const alike = Map.groupBy(changes, ({ added, removed }) => JSON.stringify([added, removed]))
    return [...alike.values()].flatMap((group) => {
      const [first] = group
      if (!first || first.added.length + first.removed.length === 0) return []
      const flags = group.map(({ flag }) => flag)
      return tagFlags.with({ project, flags, added: first.removed, removed: first.added })
    })
  },
})

const usesOf = (list: readonly { flag: string; tags: readonly Tag[] }[]) =>
  list.flatMap(({ flag, tags }) => tags.map(({ type, value }) => ({ flag, type, value })))
