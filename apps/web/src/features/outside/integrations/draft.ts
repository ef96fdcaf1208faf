import type { Addon, AddonType, UpsertAddon } from '@flagstaff/contract/integrations'
import { t } from './messages.ts'

/** What the form edits. Parameters are texts; stored secrets are masks. */
export type Draft = {
  description: string
  enabled: boolean
  parameters: Readonly<Record<string, string>>
  events: readonly string[]
  projects: string[]
  environments: string[]
}

/** As in the contract, which pages only import as types. */
export const MASK = '*****'

const common = [
  'feature-environment-enabled',
  'feature-environment-disabled',
  'feature-created',
  'feature-archived',
]

export const newDraft = ({ events = [] }: AddonType): Draft => ({
  description: '',
  enabled: true,
  parameters: {},
  events: common.filter((type) => events.includes(type)),
  projects: [],
  environments: [],
})

export const draftOf = (addon: Addon): Draft => ({
  description: addon.description ?? '',
  enabled: addon.enabled,
  parameters: Object.fromEntries(
    Object.entries(addon.parameters).map(([name, value]) => [name, String(value)]),
  ),
  events: addon.events,
  projects: (addon.projects ?? []).filter((project) => project !== '*'),
  environments: (addon.environments ?? []).filter((environment) => environment !== '*'),
})

export const bodyOf = (provider: string, draft: Draft): UpsertAddon => ({
  ...draft,
  provider,
  description: draft.description.trim(),
  parameters: Object.fromEntries(Object.entries(draft.parameters).filter(([, value]) => value.trim() !== '')),
  events: [...draft.events],
})

export function faultOf({ parameters = [] }: AddonType, draft: Draft): string | undefined {
  const missing = parameters.find(({ name, required }) => required && !draft.parameters[name]?.trim())
  if (missing) return t('form.missing', { name: missing.displayName })
  return draft.events.length === 0 ? t('form.eventsMissing') : undefined
}
