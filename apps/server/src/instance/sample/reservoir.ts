import type { ContextSample } from '@flagstaff/delivery'
import { openSecretBox } from '../../platform/secret-box.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import type { Note } from '../../platform/write/note.ts'
import { type StoredContext, toColumns } from './columns.ts'
import { type Modes, modesOf, storedPart } from './modes.ts'
import { findSample, insertSamples, MOST_IN_BATCH, type StoredSetting } from './queries.ts'

const FLUSH_MS = 30_000
/** Applications can call themselves anything, so their number is bounded. */
const MOST_GROUPS = 50
const LONGEST_NAME = 100
const NAMELESS = 'unknown'

export type Sample = ContextSample & {
  /** Reloads the setting if there was a change since. */
  refresh(revision: number): Promise<void>
  flush(): Promise<void>
}

/** What is collected of one application with tokens of the same projects. */
type Group = {
  environment: string
  app: string
  projects: readonly string[]
  offered: number
  contexts: StoredContext[]
}

type Active = { share: number; version: number; modes: Modes }

/**
 * Reservoir sampling of the contexts that flags are evaluated for, if an administrator allows it: bounded per
 * application and flush interval, each context of an application with the same probability.
 */
export function openSample(
  note: Note,
  { encryptionKeys }: Pick<Settings, 'encryptionKeys'>,
  random = Math.random,
): Sample {
  let active: Active | undefined
  let known = -1
  let groups = new Map<string, Map<string, Group>>()
  let isScheduled = false

  const empty = () => {
    groups = new Map()
  }
  const flush = async () => {
    const collected = [...groups.values()].flatMap((here) =>
      [...here.values()].map(({ environment, app, projects, contexts }) => ({
        environment,
        app,
        projects,
        count: contexts.length,
        fields: toColumns(contexts),
      })),
    )
    empty()
    const version = active?.version
    if (collected.length > 0 && version !== undefined)
      await note((db) => insertSamples(db, collected, version))
  }
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => {
      isScheduled = false
      // Losing a sample does no harm.
      void flush().catch(() => {})
    }, FLUSH_MS).unref()
  }
  const groupOf = (environment: string, app: string, projects: readonly string[]): Group | undefined => {
    const here = groups.get(environment) ?? new Map<string, Group>()
    groups.set(environment, here)
    const key = `${app}\0${projects.join('\0')}`
    const found = here.get(key)
    if (found || here.size >= MOST_GROUPS) return found
    const group = { environment, app, projects: [...projects].sort(), offered: 0, contexts: [] }
    here.set(key, group)
    return group
  }
  return {
    offer({ environment, projects }, context) {
      if (!active || random() >= active.share) return
      const app = String(context.appName || NAMELESS).slice(0, LONGEST_NAME)
      const group = groupOf(environment, app, projects)
      if (!group) return
      group.offered += 1
      const { contexts, offered } = group
      const place = contexts.length < MOST_IN_BATCH ? contexts.length : Math.floor(random() * offered)
      if (place >= MOST_IN_BATCH) return
      contexts[place] = storedPart(context, active.modes)
      schedule()
    },
    async refresh(revision) {
      if (revision === known) return
      const found = await note((db) => findSample(db))
      known = revision
      if (found?.version === active?.version) return
      // Discard samples that were collected under another setting.
      empty()
      active = found && activeOf(found, encryptionKeys)
    },
    flush,
  }
}

function activeOf(setting: StoredSetting, encryptionKeys: readonly string[]): Active | undefined {
  const { enabled, share, properties, version, sealedKey } = setting
  if (!enabled || share <= 0 || properties.length === 0) return undefined
  return { share, version, modes: modesOf(setting, openKey(sealedKey, encryptionKeys)) }
}

/** Undefined if there is no key, or none that this server can decrypt. */
export function openKey(sealed: string | null, encryptionKeys: readonly string[]): string | undefined {
  if (sealed === null) return undefined
  try {
    return openSecretBox(encryptionKeys).open(sealed)
  } catch {
    return undefined
  }
}
