import type { Event } from '@flagstaff/contract/events'
import {
  type Icon,
  IconArchive,
  IconKey,
  IconPencil,
  IconPlus,
  IconTag,
  IconToggleLeft,
  IconToggleRight,
  IconTrash,
  IconUser,
} from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { nameOfTag } from '../../lib/tags.ts'
import { formatRich } from '../../messages/messages.ts'
import { richTexts } from './messages.ts'
import { texts } from './texts.ts'

const named = [
  'name',
  'appName',
  'tokenName',
  'username',
  'email',
  'title',
  'description',
  'value',
  'id',
] as const

/** What the object of an event is called. A type and a value are a tag. */
function nameIn(data: Event['data']): string | undefined {
  if (typeof data?.type === 'string' && typeof data.value === 'string')
    return nameOfTag({ type: data.type, value: data.value })
  const found = named
    .map((key) => data?.[key])
    .find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
  return found === undefined ? undefined : String(found)
}

/** For what is a part of a flag: said where it is known which. */
const partTexts: Partial<Record<Event['type'], string>> = {
  'feature-strategy-add': richTexts['log.ruleAdded'],
  'feature-strategy-update': richTexts['log.ruleUpdated'],
  'feature-strategy-remove': richTexts['log.ruleRemoved'],
  'feature-link-added': richTexts['log.linkAdded'],
  'feature-link-updated': richTexts['log.linkUpdated'],
  'feature-link-removed': richTexts['log.linkRemoved'],
  'feature-dependency-added': richTexts['log.dependencyAdded'],
  'feature-dependency-removed': richTexts['log.dependencyRemoved'],
  'feature-dependencies-removed': richTexts['log.dependenciesRemoved'],
}

/** A rule or a link by its title, a link by its address, a dependency by what is depended on. */
function partIn(data: Event['data']): string {
  const several = Array.isArray(data?.dependencies) ? (data.dependencies as { feature?: unknown }[]) : []
  const found = [data?.title, data?.url, data?.feature, several.map(({ feature }) => feature).join(', ')]
  return String(found.find((value) => typeof value === 'string' && value !== '') ?? '')
}

/** What was done, with the names in bold. */
export function Sentence({ event }: { event: Event }) {
  const { type, data, preData, featureName, project, environment } = event
  const title = partIn(data) || partIn(preData)
  const text = (title ? partTexts[type] : undefined) ?? texts[type][1]
  const parts = formatRich<ReactNode>(text, {
    title,
    flag: featureName ?? '',
    project: project ?? nameIn(data) ?? '',
    environment: environment ?? nameIn(data) ?? '',
    name: nameIn(data) ?? nameIn(preData) ?? featureName ?? '',
    b: (inner: ReactNode[]) => <b>{inner}</b>,
  })
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}

const icons: [RegExp, Icon][] = [
  [/environment-enabled$|-on$/, IconToggleRight],
  [/environment-disabled$|-off$/, IconToggleLeft],
  [/archived$/, IconArchive],
  [/token/, IconKey],
  [/^(user|project-(user|access|group)|role|group)-/, IconUser],
  [/tag/, IconTag],
  [/(deleted|removed|remove)$/, IconTrash],
  [/(created|added|add|import|imported)$/, IconPlus],
]

export const iconOf = (type: string): Icon => icons.find(([pattern]) => pattern.test(type))?.[1] ?? IconPencil

/** The share of a rule before and after, where that is what was changed. */
export function rolloutOf({ type, data, preData }: Event): [before: number, after: number] | undefined {
  if (type !== 'feature-strategy-update') return undefined
  const share = (rule: Event['data']) => {
    const parameters = rule?.parameters as { rollout?: unknown } | undefined
    return parameters?.rollout === undefined ? undefined : Number(parameters.rollout)
  }
  const before = share(preData)
  const after = share(data)
  return before === undefined || after === undefined || before === after ? undefined : [before, after]
}
