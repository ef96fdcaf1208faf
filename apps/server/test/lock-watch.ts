import { afterAll, expect } from 'vitest'
import type { OnStatement } from '../src/platform/database/database.ts'

type Lock = { table: string; keys: string[]; exclusive: boolean }

/** The lock order in ARCHITECTURE, "A change": taking locks in another order can deadlock. */
const order = ['projects', 'change_requests', 'segments', 'flags']
const ANY = '*'
const LOCKING =
  /\bfrom "?(projects|change_requests|segments|flags)"?\b.*\bfor (no key update|update|key share|share)\b/is
const WRITING =
  /^\s*(?:with [^;]*)?\b(?:update|delete from) "?(projects|change_requests|segments|flags)"?\s/is

/** Watches every statement of a test file, and fails it if rows were locked out of order. */
export function watchLocks(): OnStatement {
  const { onStatement, violations } = createLockWatch()
  afterAll(() => expect([...violations], 'locks taken against the order').toEqual([]))
  return onStatement
}

export function createLockWatch() {
  const open = new WeakMap<object, Lock[]>()
  const kept = new WeakMap<object, Lock[]>()
  const violations = new Set<string>()
  const onStatement: OnStatement = (connection, text, parameters) => {
    if (/^savepoint/i.test(text)) kept.set(connection, [...(open.get(connection) ?? [])])
    if (/^rollback to/i.test(text)) open.set(connection, [...(kept.get(connection) ?? [])])
    if (/^(begin|start transaction)/i.test(text)) open.set(connection, [])
    if (/^(commit|rollback(?! to))/i.test(text)) open.delete(connection)
    const held = open.get(connection)
    const lock = held && lockIn(text, parameters)
    if (!lock || isHeld(held, lock)) return
    // For a list of orders, `locks` has already taken these.
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
  // The rows come from a subquery, so they are unknown.
  if (/select.*(default_strategy|rule_segments).*for key share/is.test(text))
    return { table: 'segments', keys: [ANY], exclusive: false }
  const [, table, mode = ''] = LOCKING.exec(text) ?? []
  if (table) {
    const keys = parameters.flat().map(String)
    return { table: table.toLowerCase(), keys, exclusive: /update/i.test(mode) }
  }
  const written = WRITING.exec(text)?.[1]
  return written ? { table: written.toLowerCase(), keys: [], exclusive: true } : undefined
}

/** A write needs an earlier lock on its table; the exact rows cannot be seen from the statement. */
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
    .filter((line) => line.includes('/apps/server/src/') && !line.includes('/platform/database/database.ts'))
    .slice(0, 4)
    .map((line) =>
      line
        .trim()
        .replace(/^at (async )?/, '')
        .replace(/\(.*\/apps\/server\//, '('),
    )
    .join(' < ')
