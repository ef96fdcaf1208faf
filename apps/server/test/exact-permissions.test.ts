import { expect, test } from 'vitest'
import { areas, walkExamples } from './matrix/exact.ts'

const usual = ['nobody', 'admin', 'editor', 'viewer', 'owner', 'member', 'backend token', 'frontend token']
const isSingle = (name: string) => name.startsWith('only ')

test.each(areas)(
  'examples of %s are accepted from callers with the permission, and from no others',
  async (area) => {
    const { cells, mismatches } = await walkExamples(
      area,
      ({ name }, { permission }) =>
        usual.includes(name) ||
        (isSingle(name) && permission.split(/[|?]/).includes(name.slice('only '.length))),
    )
    expect(mismatches).toEqual([])
    expect(cells).toBeGreaterThan(0)
  },
)
