import type { FlagFile } from '@flagstaff/contract/code-files'
import { type Document, isMap, isSeq, parseDocument, stringify, type YAMLMap, type YAMLSeq } from 'yaml'
import { readFlagFile } from './read.ts'
import { stable } from './stable.ts'
import { toWire } from './to-wire.ts'

/** Without references from one place of a file to another, which would be hard to edit. */
const plain = { aliasDuplicateObjects: false } as const
const format = { lineWidth: 100, indentSeq: true, ...plain } as const

/** A new flag file with everything that is known about the flag. */
export const writeFlagFile = (flag: FlagFile): string => stringify(leaves(flag), format)

/** Without what says nothing, such as an empty list of tags. */
const leaves = (flag: FlagFile): FlagFile =>
  Object.fromEntries(
    Object.entries(flag).filter(
      ([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  ) as FlagFile

/**
 * Brings an existing file up to date, with its comments, order and style. Only fields that the file mentions are
 * updated: a field that it leaves out is not managed by it.
 */
export function updateFlagFile(text: string, flag: FlagFile): string {
  const before = readFlagFile(text)
  const document = parseDocument(text)
  const [old, next] = [toWire(before), toWire(flag)]
  for (const field of [
    'type',
    'description',
    'impressionData',
    'stale',
    'value',
    'tags',
    'links',
    'dependencies',
  ] as const)
    if (before[field] !== undefined && stable(old[field]) !== stable(next[field]))
      put(document, [field], flag[field])
  for (const [name, state] of Object.entries(before.environments ?? {})) {
    const [was, is] = [old, next].map(({ environments }) =>
      environments.find(({ environment }) => environment === name),
    )
    for (const field of ['enabled', 'rules', 'variants'] as const)
      if (is && state[field] !== undefined && stable(was?.[field]) !== stable(is[field]))
        put(document, ['environments', name, field], flag.environments?.[name]?.[field])
  }
  // Spaces in lists and before comments would be normalised, so nothing is written if nothing differs.
  return stable(document.toJS()) === stable(before) ? text : String(document)
}

type Path = readonly (string | number)[]

/** Sets a value, but leaves the parts of it that are equal as they are written. */
function put(document: Document, path: Path, value: unknown) {
  const node = document.getIn(path, true)
  if (isMap(node) && isRecord(value)) return putMap(document, node, path, value)
  if (isSeq(node) && Array.isArray(value)) return putSeq(document, node, path, value)
  if (value === undefined || value === null) document.deleteIn(path)
  else if (document.getIn(path) !== value)
    document.setIn(path, isObject(value) ? document.createNode(value, plain) : value)
}

function putMap(document: Document, node: YAMLMap, path: Path, value: Record<string, unknown>) {
  for (const key of Object.keys(node.toJS(document) as object))
    if (value[key] === undefined) document.deleteIn([...path, key])
  for (const [key, one] of Object.entries(value)) put(document, [...path, key], one)
}

function putSeq(document: Document, node: YAMLSeq, path: Path, value: readonly unknown[]) {
  for (let index = node.items.length - 1; index >= value.length; index--) document.deleteIn([...path, index])
  for (const [index, one] of value.entries()) {
    if (index < node.items.length) put(document, [...path, index], one)
    else node.add(document.createNode(one, plain))
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const isRecord = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && !Array.isArray(value)
