import { basename } from 'node:path'
import type { Aliases } from './aliases.ts'
import { sourceFiles } from './files.ts'
import { accessorsIn, type Found, findIn, isGenerated, type Known } from './find.ts'

export type Reference = Found & { path: string }

/** Longer paths are not stored. */
const MOST_PATH = 1_000

/** All references in the files that git tracks. Generated files name accessors, so they are read first. */
export function scanFolder(folder: string, keys: ReadonlySet<string>, aliases: Aliases) {
  const accessors = new Map<string, string>()
  let files = 0
  for (const { text } of sourceFiles(folder, /\.[cm]?tsx?$/))
    if (isGenerated(text)) for (const [name, flag] of accessorsIn(text)) accessors.set(name, flag)
  const known: Known = { keys, accessors, aliases }
  const references: Reference[] = []
  for (const { path, text } of sourceFiles(folder)) {
    files++
    if (isGenerated(text) || path.length > MOST_PATH || basename(path) === 'flagstaff.yaml') continue
    for (const found of findIn(text, known)) references.push({ path, ...found })
  }
  return { references, files }
}
