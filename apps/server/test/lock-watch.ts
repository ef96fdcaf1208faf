import { afterAll, expect } from 'vitest'
import type { OnStatement } from '../src/platform/database.ts'

type Lock = { table: string; keys: string[]; exclusive: boolean }

/** The order of ARCHITECTURE, "A change": whoever locks against it can block others in a circle. */
const order = ['projects', 'segments', 'flags']
const ANY = '*'
const LOCKING = /\bfrom "?(projects|segments|flags)"?\b.*\bfor (no key update|update|key share|share)\b/is
const WRITING = /^\s*(?:with [^;]*)?\b(?:update|delete from) "?(projects|segments|flags)"?\s/is

/** Looks at every statement of a test file, and fails it if rows were locked against the order. */
export function watchLocks(): OnStatement {
  const { onStatement, violations } = createLockWatch()
  afterAll(() => expect([...violations], 'locks taken against the order').toEqual([]))
  return onStatement
}

export function createLockWatch() {
  const open = new WeakMap<object, Lock[]>()
  const violations = new Set<string>()
  const onStatement: OnStatement = (connection, text, parameters) => {
    if (/^(begin|start transaction)/i.test(text)) open.set(connection, [])
    if (/^(commit|rollback)/i.test(text)) open.delete(connection)
    const held = open.get(connection)
    const lock = held && lockIn(text, parameters)
    if (!lock || isHeld(held, lock)) return
    // In a list of orders, `locks` has taken these before.
    if (lock.keys.includes(ANY) && held.some(({ table }) => table === 'flags')) return
    const later = held.filter(({ table }) => order.indexOf(table) > order.indexOf(lock.table))
    if (later.length > 0) violations.add(`${describe(later)} before ${describe([lock])} ${whence()}`)
    if (lock.exclusive && isShared(held, lock))
      violations.add(`${describe([lock])} was shared before it was taken exclusively ${whence()}`)
    if (lock.keys.length > 2 && !/order by/i.test(text))
      violations.add(`${describe([lock])} in no order ${whence()}`)
    held.push(lock)
  }
  return { onStatement, violations }
}

function lockIn(text: string, parameters: readonly unknown[]): Lock | undefined {
  // Found by a subquery, so which rows these are cannot be seen.
  if (/select.*default_strategy.*for key share/is.test(text))
    return { table: 'segments', keys: [ANY], exclusive: false }
  const [, table, mode = ''] = LOCKING.exec(text) ?? []
  if (table) {
    const keys = parameters.flat().map(String)
    return { table: table.toLowerCase(), keys, exclusive: /update/i.test(mode) }
  }
  const written = WRITING.exec(text)?.[1]
  return written ? { table: written.toLowerCase(), keys: [], exclusive: true } : undefined
}

/** What is written needs some lock of its table before; which rows it is about cannot be seen from outside. */
const isHeld = (locks: readonly Lock[], { table, keys, exclusive }: Lock) => {
  const known = locks.filter((lock) => lock.table === table && (lock.exclusive || !exclusive))
  return (
    known.length > 0 &&
    keys.every((key) => known.some((lock) => lock.keys.includes(key) || lock.keys.includes(ANY)))
  )
}

const isShared = (locks: readonly Lock[], { table, keys }: Lock) =>
  locks.some((lock) => lock.table === table && !lock.exclusive && lock.keys.some((key) => keys.includes(key)))

const describe = (locks: readonly Lock[]) => locks.map(({ table, keys }) => `${table} ${keys}`).join(', ')

const whence = () =>
  (new Error().stack ?? '')
    .split('\n')
    .filter((line) => line.includes('/apps/server/src/') && !line.includes('/platform/database.ts'))
    .slice(0, 4)
    .map((line) =>
      line
        .trim()
        .replace(/^at (async )?/, '')
        .replace(/\(.*\/apps\/server\//, '('),
    )
    .join(' < ')
