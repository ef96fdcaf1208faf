import type { Patch, Patches, UpdateFeatureStrategy } from '@flagstaff/contract/flags'
import { invalid } from '../../platform/errors.ts'
import { applyPatches } from '../json-patch.ts'
import type { Rule } from './queries.ts'

/** The rule after the patches; what it is and where it stands cannot be patched. */
export function patchRuleBody(before: Rule, patches: Patches): UpdateFeatureStrategy {
  const patched = applyPatches(before, patches) as Rule
  if (typeof patched !== 'object' || patched === null)
    throw invalid('A patch may not replace the whole rule.')
  for (const fixed of ['id', 'featureName'] as const) {
    if (patched[fixed] !== before[fixed]) throw invalid(`A patch cannot change "${fixed}".`, `/${fixed}`)
  }
  const { id: _, featureName: __, objectVersion: ___, ...body } = patched
  return { ...body, parameters: toText(patched.parameters) }
}

/** Numbers are common in patches of parameters, whose values are text. */
const toText = (parameters: Record<string, unknown> | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters ?? {}).map(([name, value]) => [
      name,
      typeof value === 'number' || typeof value === 'boolean' ? String(value) : (value as string),
    ]),
  )

/** Segments that the patches may add: they are locked before the flag is. */
export const segmentsIn = (patches: Patches): number[] =>
  patches
    .filter(({ path }) => path === '/segments' || path.startsWith('/segments/'))
    .flatMap(({ value }: Patch) => value)
    .filter((value): value is number => typeof value === 'number')
