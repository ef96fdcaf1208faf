import { isDeepStrictEqual } from 'node:util'
import type { Patch } from '@flagstaff/contract/flags'
import { invalid } from '../platform/errors.ts'

/** Applies RFC 6902 patches, all or none, to a copy of the document. */
export const applyPatches = (document: unknown, patches: readonly Patch[]): unknown =>
  patches.reduce(applyPatch, structuredClone(document))

function applyPatch(document: unknown, { op, path, from, value }: Patch): unknown {
  switch (op) {
    case 'add':
      return put(document, path, structuredClone(value), 'insert')
    case 'replace':
      read(document, path)
      return put(document, path, structuredClone(value), 'overwrite')
    case 'remove':
      return cut(document, path)
    case 'copy':
      return put(document, path, structuredClone(read(document, required(from))), 'insert')
    case 'move': {
      const source = required(from)
      if (path.startsWith(`${source}/`)) throw invalid(`"${source}" cannot be moved into itself.`, path)
      const moved = read(document, source)
      return put(cut(document, source), path, moved, 'insert')
    }
    case 'test':
      if (isDeepStrictEqual(read(document, path), value)) return document
      throw invalid(`The value at "${path}" is not the expected one.`, path)
  }
}

type Parent = unknown[] | Record<string, unknown>

const read = (document: unknown, path: string): unknown => walk(document, keysOf(path), path)

function walk(document: unknown, keys: readonly string[], path: string): unknown {
  return keys.reduce((at: unknown, key) => {
    const parent = container(at, path)
    if (!has(parent, key)) throw nothingAt(path)
    return (parent as Record<string, unknown>)[key]
  }, document)
}

function put(document: unknown, path: string, value: unknown, how: 'insert' | 'overwrite'): unknown {
  if (path === '') return value
  const { parent, key } = locate(document, path)
  if (!Array.isArray(parent)) parent[key] = value
  else if (how === 'overwrite') parent[Number(key)] = value
  else parent.splice(position(key, parent.length, path), 0, value)
  return document
}

function cut(document: unknown, path: string): unknown {
  if (path === '') return null
  const { parent, key } = locate(document, path)
  if (!has(parent, key)) throw nothingAt(path)
  if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[key]
  return document
}

function locate(document: unknown, path: string): { parent: Parent; key: string } {
  const keys = keysOf(path)
  const key = keys.pop() ?? ''
  return { parent: container(walk(document, keys, path), path), key }
}

// Keys that a patch could use for prototype pollution.
const SHARED = new Set(['__proto__', 'constructor', 'prototype'])

function keysOf(path: string): string[] {
  if (path === '') return []
  if (!path.startsWith('/')) throw invalid(`"${path}" is not a path such as /description.`, path)
  const keys = path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keys.some((key) => SHARED.has(key))) throw invalid(`A patch cannot change "${path}".`, path)
  return keys
}

const INDEX = /^(0|[1-9]\d*)$/

const has = (parent: Parent, key: string): boolean =>
  Array.isArray(parent) ? INDEX.test(key) && Number(key) < parent.length : Object.hasOwn(parent, key)

function position(key: string, length: number, path: string): number {
  if (key === '-') return length
  if (INDEX.test(key) && Number(key) <= length) return Number(key)
  throw nothingAt(path)
}

function container(value: unknown, path: string): Parent {
  if (typeof value === 'object' && value !== null) return value as Parent
  throw nothingAt(path)
}

function required(from: string | undefined): string {
  if (from === undefined) throw invalid('A patch that copies or moves needs "from".', 'from')
  return from
}

const nothingAt = (path: string) => invalid(`"${path}" does not exist, so it cannot be changed.`, path)
