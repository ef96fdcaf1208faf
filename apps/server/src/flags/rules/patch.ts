import type { Patch, Patches, UpdateFeatureStrategy } from '@flagstaff/contract/flags'
import { invalid } from '../../platform/errors.ts'
import { applyPatches } from '../json-patch.ts'
import type { Rule } from './queries.ts'

/** Applies patches to a rule; its identity and flag cannot be patched. */
export function patchRuleBody(before: Rule, patches: Patches): UpdateFeatureStrategy {
  const patched = applyPatches(before, patches) as Rule
  if (typeof patched !== 'object' || patched === null) throw invalid('A patch cannot replace the whole rule.')
  for (const fixed of ['id', 'featureName'] as const) {
    if (patched[fixed] !== before[fixed]) throw invalid(`A patch cannot change "${fixed}".`, `/${fixed}`)
  }
  const { id: _, featureName: __, objectVersion: ___, ...body } = patched
  return { ...body, parameters: toText(patched.parameters) }
}

/** Patches often contain numbers, but parameter values are strings. */
const toText = (parameters: Record<string, unknown> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters ?? {}).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value as string),
    ]),
  )

/** Segments that the patches may add; they are locked before the flag. */
export const segmentsIn = (patches: Patches): number[] =>
  patches
    .filter(({ path }) => path === '/segments' || path.startsWith('/segments/'))
    .flatMap(({ value }: Patch) => value)
    .filter((value): value is number => typeof value === 'number')
