import type { ImportChoice, ImportItem, ImportKind, ImportValidation } from '@flagstaff/contract/transfer'

/** A row of the list: a flag with its state in the environment, or an object that flags share. */
export type ImportRow = {
  key: string
  kind: Exclude<ImportKind, 'environment'>
  name: string
  /** The most important state of its items. */
  state: 'need' | 'change' | 'create' | 'same' | 'left'
  items: ImportItem[]
  /** Whether all, some or none of its items are imported. */
  taken: 'all' | 'some' | 'none'
}

/** Includes choices that the server has not processed yet. */
export function rowsOf({ plan }: ImportValidation, choices: Choices = new Map()): ImportRow[] {
  const list = plan.items.map((item) => ({
    ...item,
    choice: choices.get(keyOf(item.kind, item.name))?.choice ?? item.choice,
  }))
  const states = new Map(list.filter(({ kind }) => kind === 'environment').map((item) => [item.name, item]))
  return list
    .filter(({ kind }) => kind !== 'environment')
    .map((item) => {
      const state = item.kind === 'flag' ? states.get(item.name) : undefined
      const items = state ? [item, state] : [item]
      const moving = items.filter(isMoving)
      const taken = moving.filter(({ choice }) => choice !== 'keep').length
      return {
        key: `${item.kind} ${item.name}`,
        kind: item.kind as ImportRow['kind'],
        name: item.name,
        state: stateOf(items),
        items,
        taken: taken === 0 ? 'none' : taken === moving.length ? 'all' : 'some',
      }
    })
}

const isMoving = ({ state }: ImportItem) => state === 'create' || state === 'change'

function stateOf(items: readonly ImportItem[]): ImportRow['state'] {
  const [first] = items
  if (!first) return 'same'
  if (first.state === 'missing') return 'need'
  if (first.state === 'skip') return first.differs.includes('archived') ? 'left' : 'need'
  if (first.state === 'create') return 'create'
  return items.some(isMoving) ? 'change' : 'same'
}

/** Whether a row still needs a decision. */
export const isOpen = (row: ImportRow, choices: Choices) =>
  row.state === 'need' && !choices.has(keyOf(row.kind, row.name))

export type Choices = ReadonlyMap<string, ImportChoice>
function keyOf(kind: ImportKind, name: string) {
  return `${kind} ${name}`
}

export const choiceOf = (choices: Choices, row: ImportRow) => choices.get(keyOf(row.kind, row.name))

export function withChoice(choices: Choices, choice: ImportChoice): Choices {
  const next = new Map(choices)
  // A flag and its state are decided together, unless the user separates them.
  next.set(keyOf(choice.kind, choice.name), choice)
  return next
}

/** Imports or skips all items of a row. */
export const withRow = (choices: Choices, row: ImportRow, choice: 'take' | 'keep'): Choices =>
  row.items.reduce((all, { kind, name }) => withChoice(all, { kind, name, choice }), choices)

export type Sums = Record<'create' | 'overwrite' | 'keep' | 'same' | 'flags', number>

export const sumsOf = (rows: readonly ImportRow[]): Sums => ({
  create: rows.filter(({ state, taken }) => state === 'create' && taken !== 'none').length,
  overwrite: rows.filter(({ state, taken }) => state === 'change' && taken !== 'none').length,
  keep: rows.filter(({ state, taken }) => (state === 'change' || state === 'create') && taken === 'none')
    .length,
  same: rows.filter(({ state }) => state === 'same').length,
  flags: rows.filter(({ kind }) => kind === 'flag').length,
})
