import type { MessageKey } from './messages.ts'

/** Groups of related permissions. */
type Block = { label: MessageKey; matches: RegExp }

const root: readonly Block[] = [
  { label: 'block.integration', matches: /_ADDON$/ },
  { label: 'block.token', matches: /_(CLIENT|FRONTEND)_API_TOKEN$/ },
  { label: 'block.application', matches: /_APPLICATION$/ },
  { label: 'block.context', matches: /_CONTEXT_FIELD$/ },
  { label: 'block.project', matches: /^CREATE_PROJECT$/ },
  { label: 'block.role', matches: /_ROLE$/ },
  { label: 'block.segment', matches: /_SEGMENT$/ },
  { label: 'block.strategy', matches: /_STRATEGY$/ },
  { label: 'block.tagType', matches: /_TAG_TYPE$/ },
  { label: 'block.template', matches: /^RELEASE_PLAN_TEMPLATE_/ },
  { label: 'block.instance', matches: /^(READ_LOGS|UPDATE_(MAINTENANCE_MODE|INSTANCE_BANNERS|CORS))$/ },
  { label: 'block.authentication', matches: /_AUTH_CONFIGURATION$/ },
]
const project: readonly Block[] = [
  { label: 'block.feature', matches: /_FEATURE(_|$)|^OVERRIDE_MANAGED$/ },
  { label: 'block.settings', matches: /^(UPDATE|DELETE)_PROJECT(?!_API)|^PROJECT_(?!CHANGE)/ },
  { label: 'block.projectToken', matches: /_PROJECT_API_TOKEN$/ },
  { label: 'block.changeRequest', matches: /^PROJECT_CHANGE_REQUEST_/ },
]
const kinds = { root, project }

export type Sorted<T> = { label: MessageKey; list: T[] }

/** Puts each permission into the first matching block, and unknown (newer) ones into the last. */
export function inBlocks<T extends { name: string }>(
  kind: keyof typeof kinds,
  list: readonly T[],
): Sorted<T>[] {
  const blocks = kinds[kind]
  const placeOf = (name: string) => (blocks.find(({ matches }) => matches.test(name)) ?? blocks.at(-1))?.label
  return blocks
    .map(({ label }) => ({ label, list: list.filter(({ name }) => placeOf(name) === label) }))
    .filter(({ list: own }) => own.length > 0)
}

/** Integrations and release templates have no screen, so their permissions allow nothing here. */
const WITHOUT_SCREEN = /_ADDON$|RELEASE_(PLAN_)?TEMPLATE/

/** The permissions a role editor shows: those with a screen, and those the role already has. */
export const offeredOf = <T extends { name: string }>(list: readonly T[], isHeld: (one: T) => boolean): T[] =>
  list.filter((one) => !WITHOUT_SCREEN.test(one.name) || isHeld(one))
