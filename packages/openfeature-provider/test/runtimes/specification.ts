import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Context, Flag, Segment } from '@flagstaff/engine'
import type { World } from './program.ts'

type Asked<Expected> = { toggleName: string; context: Context; expectedResult: Expected }
type Variant = { name: string; enabled: boolean }
type Specification = {
  state: { features?: Flag[]; segments?: Segment[] }
  tests?: Asked<boolean>[]
  variantTests?: Asked<Variant>[]
}

/** The cases of Unleash's client specification, except for those about deltas. */
export function readSpecification() {
  const index = createRequire(import.meta.url).resolve(
    '@unleash/client-specification/specifications/index.json',
  )
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, `file://${index}`), 'utf8'))
  const specifications: Specification[] = read('index.json').map(read)
  const usable = specifications.filter(({ state }) => state.features)
  const worlds = usable.map(
    ({ state, tests = [], variantTests = [] }): World => ({
      features: state.features ?? [],
      segments: state.segments ?? [],
      cases: [...tests, ...variantTests].map(({ toggleName: flag, context }) => ({ flag, context })),
    }),
  )
  const expected = usable.flatMap(({ tests = [], variantTests = [] }) => [
    ...tests.map(({ expectedResult }) => expectedResult),
    ...variantTests.map(({ expectedResult }) => expectedResult.name),
  ])
  return { worlds, expected }
}
