import { type Change, changesOf, type Data, flatten, isEmpty } from './event-changes.ts'
import { actionText } from './event-fields.ts'
import { nameOfTag } from './tag-names.ts'

type ChangeLinesOptions = {
  /** The names of segments by their ID, since rules only have the ID. */
  segments?: ReadonlyMap<number, string>
}

/** The changes of an event, one per line: "rollout 25 → 40 %", "segment eu added". */
export function changeLines(
  { data, preData }: { data?: unknown; preData?: unknown },
  { segments }: ChangeLinesOptions = {},
): string[] {
  const named = (path: string, item: unknown) =>
    path === 'segments' && typeof item === 'number' ? (segments?.get(item) ?? item) : item
  return changesOf(asData(preData), asData(data)).flatMap(({ path, before, after }) =>
    isList(before) && isList(after)
      ? listLines(path, itemsOf(path, before, named), itemsOf(path, after, named))
      : [valueLine({ path, before, after })],
  )
}

const asData = (data: unknown): Data => (Array.isArray(data) ? { items: data } : (data as Data))

const isList = (value: unknown) => isEmpty(value) || Array.isArray(value)

const itemsOf = (path: string, list: unknown, named: (path: string, item: unknown) => unknown) =>
  Array.isArray(list) ? list.map((item) => named(path, item)) : []

function valueLine({ path, before, after }: Change): string {
  // A name of several words would run into the value.
  const name = path.includes(' ') ? `${path}:` : wordsOf(path)
  const [was, is] = [numberOf(path, before), numberOf(path, after)]
  const unit = was === undefined && is === undefined ? '' : ' %'
  if (isEmpty(before)) return `${name} set to ${is ?? show(after)}${unit}`
  if (isEmpty(after)) return `${name} ${was ?? show(before)}${unit} removed`
  return `${name} ${was ?? show(before)} → ${is ?? show(after)}${unit}`
}

/** Percentages. Weights are stored in tenths of a percent. */
function numberOf(path: string, value: unknown): number | undefined {
  const number = isEmpty(value) || typeof value === 'object' ? Number.NaN : Number(value)
  if (Number.isNaN(number)) return undefined
  if (path === 'weight') return number / 10
  return path.endsWith('rollout') ? number : undefined
}

type Item = { key: string; text: string; value: unknown }

/** Items with a name or ID are compared field by field; other items are added or removed. */
function listLines(path: string, before: readonly unknown[], after: readonly unknown[]): string[] {
  const name = singularOf(wordsOf(path))
  const [was, is] = [toItems(before), toItems(after)]
  const gone = without(was, is)
  const come = without(is, was)
  const changed = is.flatMap(({ key, text, value }) => {
    const old = was.find((item) => item.key === key)
    if (!old || JSON.stringify(old.value) === JSON.stringify(value)) return []
    return changeLines({ preData: old.value, data: value }).map((line) => `${name} ${text}: ${line}`)
  })
  const lines = [
    ...gone.map(({ text }) => `${name} ${text} removed`),
    ...come.map(({ text }) => `${name} ${text} added`),
    ...changed,
  ]
  if (lines.length > 0) return lines
  return [`${wordsOf(path)} ${isSameSet(before, after) ? 'reordered' : 'changed'}`]
}

function toItems(list: readonly unknown[]): Item[] {
  const items = list.map((value) => ({ key: keyOf(value), text: textOf(value), value }))
  const isUnique = new Set(items.map(({ key }) => key)).size === items.length
  return isUnique ? items : items.map((item) => ({ ...item, key: JSON.stringify(item.value) }))
}

/** Compares as multisets: of two equal items, one can be removed. */
function without(items: readonly Item[], others: readonly Item[]): Item[] {
  const left = others.map(({ key }) => key)
  return items.filter(({ key }) => {
    const index = left.indexOf(key)
    if (index >= 0) left.splice(index, 1)
    return index < 0
  })
}

const isSameSet = (before: readonly unknown[], after: readonly unknown[]) => {
  const sorted = (list: readonly unknown[]) => JSON.stringify(list.map((item) => JSON.stringify(item)).sort())
  return sorted(before) === sorted(after)
}

const fieldsOf = (value: unknown): Map<string, unknown> =>
  new Map(typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [])

const isName = (value: unknown) => typeof value === 'string' || typeof value === 'number'

const isConstraint = (fields: ReadonlyMap<string, unknown>) =>
  fields.has('contextName') && fields.has('operator')

/** The name of an item that has no field for it: an action, a tag or a legal value. */
function impliedName(fields: ReadonlyMap<string, unknown>): string | undefined {
  const [type, value] = [fields.get('type'), fields.get('value')]
  if (isConstraint(fields)) return undefined
  if (typeof value !== 'string') return actionText(Object.fromEntries(fields))
  return typeof type === 'string' ? nameOfTag({ type, value }) : value
}

function keyOf(value: unknown): string {
  const fields = fieldsOf(value)
  return JSON.stringify([fields.get('id'), fields.get('name')].find(isName) ?? impliedName(fields) ?? value)
}

function textOf(value: unknown): string {
  const fields = fieldsOf(value)
  if (isConstraint(fields)) return constraintText(fields)
  const name = ['name', 'title', 'id'].map((key) => fields.get(key)).find(isName)
  if (name !== undefined || fields.size === 0) return show(name ?? value)
  return impliedName(fields) ?? shorten(itemText(value))
}

/** An item of a list with all its fields, in words. */
export function itemText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(itemText).join(', ')
  const fields = fieldsOf(value)
  if (fields.size === 0) return typeof value === 'string' ? value : JSON.stringify(value)
  return (
    actionText(Object.fromEntries(fields)) ??
    [...flatten(value as Data)]
      .filter(([, inner]) => !isEmpty(inner))
      .map(([path, inner]) => {
        const percent = numberOf(path, inner)
        return `${wordsOf(path)} ${percent === undefined ? itemText(inner) : `${percent} %`}`
      })
      .join(', ')
  )
}

function constraintText(fields: ReadonlyMap<string, unknown>): string {
  const values = fields.get('values')
  const words = [
    fields.get('contextName'),
    fields.get('inverted') === true ? 'not' : '',
    fields.get('operator'),
    shorten(isEmpty(values) ? String(fields.get('value') ?? '') : [values].flat().join(', ')),
    fields.get('caseInsensitive') === true ? '(ignoring case)' : '',
  ]
  return words.filter((word) => word !== '').join(' ')
}

function show(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.length > 0) return shorten(itemText(value))
  if (typeof value !== 'string') return shorten(JSON.stringify(value))
  return /^\S+$/.test(value) ? shorten(value) : `“${shorten(value)}”`
}

const LONGEST = 60

const shorten = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1).trimEnd()}…` : text)

/** `parameters.groupId` is "group ID". */
const wordsOf = (path: string): string =>
  path
    .replace(/^parameters\./, '')
    .replaceAll('.', ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/\bid(s?)\b/g, 'ID$1')

const singularOf = (words: string): string =>
  words.endsWith('ies') ? `${words.slice(0, -3)}y` : words.replace(/(?<!s)s$/, '')
