import type { EventType } from '@flagstaff/contract/event-types'
import { texts } from './texts.ts'

export type Described = {
  type: EventType
  actor_name: string
  project: string | null
  environment: string | null
  flag: string | null
  data: unknown
  pre_data: unknown
}

/** What an event is called, and what happened, as one sentence of Markdown. */
export function textOf(event: Described): { label: string; summary: string } {
  const [label, sentence] = texts[event.type]
  const values = new Map([
    ['project', event.project],
    ['environment', event.environment],
    ['flag', event.flag],
    ['name', nameIn(event.data) ?? nameIn(event.pre_data) ?? event.flag],
    ['link', linkIn(event.data) ?? linkIn(event.pre_data)],
    ['parent', parentsIn(event.data) ?? parentsIn(event.pre_data)],
  ])
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, key: string) => quote(values.get(key) ?? '?'))
  const isKnown = (part: string) => [...part.matchAll(/\{(\w+)\}/g)].every(([, key = '']) => values.get(key))
  const present = sentence.replace(/\[([^\]|]*)\|?([^\]]*)\]/g, (_, part: string, otherwise: string) =>
    isKnown(part) ? part : otherwise,
  )
  return { label, summary: `${quote(event.actor_name)} ${fill(present)}.` }
}

const keys = [
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
function nameIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const fields = new Map(Object.entries(data))
  const [type, value] = [fields.get('type'), fields.get('value')]
  if (typeof type === 'string' && typeof value === 'string')
    return type === 'simple' ? value : `${type}:${value}`
  const found = keys
    .map((key) => fields.get(key))
    .find((value) => (typeof value === 'string' && value !== '') || typeof value === 'number')
  return found === undefined ? undefined : String(found)
}

const textIn = (data: unknown, key: string): string | undefined => {
  if (typeof data !== 'object' || data === null) return undefined
  const value = new Map<string, unknown>(Object.entries(data)).get(key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

const linkIn = (data: unknown) => textIn(data, 'title') ?? textIn(data, 'url')

/** The flag somebody depends on, or all of them. */
function parentsIn(data: unknown): string | undefined {
  const several = typeof data === 'object' && data && 'dependencies' in data ? data.dependencies : undefined
  if (!Array.isArray(several)) return textIn(data, 'feature')
  return several.flatMap((one) => textIn(one, 'feature') ?? []).join(', ') || undefined
}

/** As code, in which nothing but the closing mark has a meaning: names are chosen by people. */
const quote = (text: string): string =>
  `\`${text.replace(/[`\s]+/g, (run) => (run.includes('`') ? "'" : ' '))}\``
