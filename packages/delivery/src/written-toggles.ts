import { hash } from 'node:crypto'
import type { Result } from '@flagstaff/engine'
import type { Toggle } from './toggle-memory.ts'

/** Cache: results are shared between evaluations, so each is serialised and hashed once. */
const known = new WeakMap<Result, Toggle>()

export function toggleOf(name: string, result: Result): Toggle {
  const found = known.get(result)
  if (found) return found
  const { variant, impressionData } = result
  const text = JSON.stringify({ name, enabled: true, variant, impressionData })
  const digest = hash('sha256', text, 'buffer')
  const part = (index: number) => digest.readInt32LE(index * 4)
  const toggle: Toggle = { bytes: Buffer.from(`${text},`), hash: [part(0), part(1), part(2), part(3)] }
  known.set(result, toggle)
  return toggle
}

/** Writes what a response will most likely contain, before somebody waits for it. */
export const warmToggle = (name: string, result: Result): void => void toggleOf(name, result)
