import type { FlagCodeReferences, UploadCodeReferences } from '@flagstaff/contract/code-references'
import { MOST_REFERENCES_OF_FLAG } from '@flagstaff/contract/reference-limits'

type Sent = UploadCodeReferences['references'][number]
type Shown = FlagCodeReferences['repositories'][number]['references'][number]

/** A reference as it is stored; short, since there can be many. */
export type Place = [path: string, line: number, column: number, snippet?: string]
export type FlagPlaces = { flag: string; places: Place[]; count: number }

/** The references by flag, sorted by flag, so that two uploads lock flags in the same order. */
export function placesByFlag(references: readonly Sent[], known: ReadonlySet<string>): FlagPlaces[] {
  const byFlag = Map.groupBy(
    references.filter(({ flag }) => known.has(flag)),
    ({ flag }) => flag,
  )
  return [...byFlag]
    .map(([flag, own]) => ({
      flag,
      count: own.length,
      places: own.toSorted(inOrder).slice(0, MOST_REFERENCES_OF_FLAG).map(toPlace),
    }))
    .sort((a, b) => (a.flag < b.flag ? -1 : 1))
}

const inOrder = (a: Sent, b: Sent) =>
  a.path === b.path ? a.line - b.line || a.column - b.column : a.path < b.path ? -1 : 1

const toPlace = ({ path, line, column, snippet }: Sent): Place =>
  snippet ? [path, line, column, snippet] : [path, line, column]

type Source = { branch: string; commit: string; urlTemplate: string | null }

export const toReference =
  (source: Source) =>
  ([path, line, column, snippet]: Place): Shown => ({
    path,
    line,
    column,
    ...(snippet === undefined ? {} : { snippet }),
    ...(source.urlTemplate === null ? {} : { url: urlOf(source.urlTemplate, { ...source, path, line }) }),
  })

type Filled = { branch: string; commit: string; path: string; line: number }

function urlOf(template: string, { branch, commit, path, line }: Filled): string {
  const values: Record<string, string> = {
    branch: encoded(branch),
    commit,
    path: encoded(path),
    line: String(line),
  }
  return template.replace(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? all) : all,
  )
}

/** Slashes stay, since they separate folders. */
const encoded = (text: string) => text.split('/').map(encodeURIComponent).join('/')
