import type { AdminPermission } from '@flagstaff/contract/access'
import { expect, test } from 'vitest'
import { compare, onlyDifferent } from './comparison.ts'

const permission = (name: string, type = 'project', environment?: string): AdminPermission => ({
  id: 1,
  name,
  displayName: name,
  type,
  ...(environment ? { environment } : {}),
})
const turn = (environment: string) => permission('UPDATE_FEATURE_ENVIRONMENT', 'environment', environment)

test('two roles are compared in the blocks of the form', () => {
  const blocks = compare(
    [permission('CREATE_FEATURE'), turn('development')],
    [permission('CREATE_FEATURE'), permission('UPDATE_PROJECT'), turn('production')],
  )
  const names = (list: typeof blocks) => list.map(({ label, environment }) => environment ?? label)
  expect(names(blocks)).toEqual(['block.feature', 'block.settings', 'development', 'production'])
  expect(blocks[2]?.list).toMatchObject([{ one: true, other: false }])
  expect(names(onlyDifferent(blocks))).toEqual(['block.settings', 'development', 'production'])
})
