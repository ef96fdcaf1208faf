import { eventTexts, type Place } from './event-texts.ts'
import type { EventType } from './event-types.ts'
import { nameOfTag } from './tag-names.ts'

const whereTexts = [
  ['{environment}', '[ in {environment}]'],
  ['{project}', '[ in the project {project}]'],
] as const

/** The parts of an event that its sentence depends on. */
export type SentenceEvent = {
  type: EventType
  featureName?: string | null | undefined
  project?: string | null | undefined
  environment?: string | null | undefined
  data?: unknown
  preData?: unknown
}

/** Renders a part of a sentence: its words, or a name, with the path of its page if it has one. */
export type Render<T> = (kind: 'text' | 'actor' | Place, text: string, link?: string) => T

type SentenceOptions<T> = {
  /** Whether to name the environment and project that the event happened in. */
  where: boolean
  render: Render<T>
}

/** The action of an event in parts, without the actor. */
export function sentenceOf<T>(event: SentenceEvent, { where, render }: SentenceOptions<T>): T[] {
  const sentence = eventTexts[event.type][1]
  const ending = where
    ? whereTexts.filter(([place]) => !sentence.includes(place)).map(([, text]) => text)
    : []
  const values = valuesOf(event)
  const isKnown = (part: string) =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, place]) => values[place as Place] !== undefined)
  return [sentence, ...ending]
    .join('')
    .replace(/\[([^\]|]*)\|?([^\]]*)\]/g, (_, part: string, otherwise: string) =>
      isKnown(part) ? part : otherwise,
    )
    .split(/\{(\w+)\}/)
    .flatMap((part, index) => {
      if (index % 2 === 0) return part === '' ? [] : [render('text', part)]
      const place = part as Place
      return [render(place, values[place] ?? '?', linkTo(place, event))]
    })
}

const valuesOf = ({ featureName, project, environment, data, preData }: SentenceEvent) => {
  const find = (read: (data: unknown) => string | undefined) => read(data) ?? read(preData)
  return {
    flag: featureName || undefined,
    project: project || undefined,
    environment: environment || undefined,
    name: find(nameIn) ?? (featureName || undefined),
    rule: find((object) => textIn(object, 'title')),
    link: find((object) => textIn(object, 'title') ?? textIn(object, 'url')),
    parent: find(parentsIn),
  } satisfies Record<Place, string | undefined>
}

/** Deleted objects have no page. */
function linkTo(place: Place, { type, project, featureName }: SentenceEvent): string | undefined {
  if (!project || type === 'project-deleted') return undefined
  if (place === 'project') return `/projects/${encode(project)}`
  if (place !== 'flag' || !featureName || type === 'feature-deleted') return undefined
  return `/projects/${encode(project)}/features/${encode(featureName)}`
}

/** Parentheses would end a link in Markdown. */
const encode = (name: string) => encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29')

const nameKeys = ['name', 'appName', 'tokenName', 'username', 'email', 'title', 'description', 'value', 'id']

const fieldsOf = (data: unknown): Map<string, unknown> =>
  new Map(typeof data === 'object' && data !== null ? Object.entries(data) : [])

/** The name of the object of an event. An object with a type and a value is a tag. */
function nameIn(data: unknown): string | undefined {
  if (Array.isArray(data)) return undefined
  const fields = fieldsOf(data)
  const [type, value] = [fields.get('type'), fields.get('value')]
  if (typeof type === 'string' && typeof value === 'string') return nameOfTag({ type, value })
  const found = nameKeys
    .map((key) => fields.get(key))
    .find((name) => (typeof name === 'string' && name !== '') || typeof name === 'number')
  return found === undefined ? undefined : String(found)
}

function textIn(data: unknown, key: string): string | undefined {
  const value = fieldsOf(data).get(key)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** The parent flag, or all of them, of a dependency event. */
function parentsIn(data: unknown): string | undefined {
  const several = fieldsOf(data).get('dependencies')
  if (!Array.isArray(several)) return textIn(data, 'feature')
  return several.flatMap((one) => textIn(one, 'feature') ?? []).join(', ') || undefined
}

// Renderers for the sentences of events. With the base URL of the web interface, names link to their pages.

export const plain: Render<string> = (_kind, text) => text

export const markdown =
  (baseUrl?: string): Render<string> =>
  (kind, text, link) => {
    if (kind === 'text') return text
    return baseUrl === undefined || link === undefined ? code(text) : `[${code(text)}](${baseUrl}${link})`
  }

export const slack =
  (baseUrl?: string): Render<string> =>
  (kind, text, link) => {
    if (kind === 'text') return text
    const name = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    return baseUrl === undefined || link === undefined ? code(name) : `<${baseUrl}${link}|${oneLine(name)}>`
  }

/** Formats user input as inline code, so that it cannot contain other markup. */
const code = (text: string): string => `\`${oneLine(text)}\``

const oneLine = (text: string) => text.replace(/[`\s]+/g, (run) => (run.includes('`') ? "'" : ' '))
