import type { CodeItem, CodePlan } from '@flagstaff/contract/code'
import { grouped } from './grouped.ts'

const signs = {
  create: '+',
  change: '~',
  archive: '-',
  release: '-',
  drift: '!',
  conflict: '✗',
  waiting: '…',
} as const

/** A plan as text: what changes, what is kept, and what blocks it. */
export function showPlan(plan: CodePlan): string {
  const { items, errors, warnings, permissions, requests, locks } = plan
  const projects = grouped(items, ({ project }) => project)
  const lines = [...projects].flatMap(([project, list]) => [
    `${project}  @ revision ${plan.basis}`,
    ...list.flatMap(linesOf).map((line) => `  ${line}`),
  ])
  const findings = [...errors, ...permissions, ...warnings].flatMap(({ message, affectedItems }) => [
    message,
    ...affectedItems.map((item) => `  ${item}`),
  ])
  const locking = locks.map(
    ({ project, locked }) => `${project}: managed fields are ${locked ? 'locked' : 'no longer locked'}`,
  )
  const places = requests.map(({ environment }) => environment)
  const approval = places.length > 0 ? [`${[...new Set(places)].join(', ')} needs approval`] : []
  return [...lines, ...locking, ...findings, [...countsOf(plan), ...approval].join(' · ')].join('\n')
}

function countsOf({ items, same }: CodePlan): string[] {
  const flags = (...actions: readonly CodeItem['action'][]) =>
    new Set(items.filter(({ action }) => actions.includes(action)).map(({ name }) => name)).size
  const changing = flags('create', 'change', 'archive', 'release')
  if (items.length === 0) return [`Nothing to change · ${same} flags are the same`]
  const count = (number: number, text: string) => (number > 0 ? [`${number} ${text}`] : [])
  return [
    `${changing} to change`,
    ...count(items.filter(({ action }) => action === 'drift').length, 'drift kept'),
    ...count(flags('conflict'), 'in conflict'),
    ...count(flags('waiting'), 'waiting for approval'),
  ]
}

function linesOf(item: CodeItem): string[] {
  const { action, name, environment = '', changed } = item
  const start = `${signs[action]} ${name.padEnd(18)} ${environment.padEnd(12)}`
  if (action === 'create') return [`${start} new${environment ? '' : ' flag'}`]
  if (action === 'archive') return [`${start} archive (in no file; ${seenOf(item)})`]
  if (action === 'release') return [`${start} no longer managed (in no file)`]
  const by = changed ? ` (${changed.by}, event ${changed.event})` : ''
  return item.fields.flatMap(({ path, before, after }) => {
    if (action === 'drift')
      return [
        `${start} ${path}  file: ${short(after)}, present: ${short(before)}${by}: kept; --overwrite ${name}`,
      ]
    if (action === 'conflict') return [`${start} ${path}  changed in the file and by people${by}`]
    if (action === 'waiting') return [`${start} ${path}  waits in change request ${item.request}`]
    return differences(path, before, after).map((text) => `${start} ${text}`)
  })
}

const seenOf = ({ lastSeenAt }: CodeItem) =>
  lastSeenAt ? `evaluated last ${lastSeenAt.slice(0, 10)}` : 'never evaluated'

const MOST_LINES = 20

/** The values that differ, each with its path. */
export function differences(path: string, before: unknown, after: unknown): string[] {
  const all = leaves(path, before, after)
  return all.length > MOST_LINES
    ? [...all.slice(0, MOST_LINES), `… and ${all.length - MOST_LINES} more`]
    : all
}

function leaves(path: string, before: unknown, after: unknown): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  const isPlain = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one !== 'object')
  if (isTree(before) && isTree(after) && !isPlain(before) && !isPlain(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) =>
      leaves(Array.isArray(after) ? `${path}[${key}]` : `${path}.${key}`, before[key], after[key]),
    )
  }
  return [`${path}  ${short(before)} → ${short(after)}`]
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const MOST_TEXT = 80

function short(value: unknown): string {
  if (value === undefined) return '(none)'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
}
