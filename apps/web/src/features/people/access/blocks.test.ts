import { environmentPermissions, projectPermissions, rootPermissions } from '@flagstaff/contract/permissions'
import { expect, test } from 'vitest'
import { inBlocks, offeredOf } from './blocks.ts'

const named = (permissions: object) => Object.keys(permissions).map((name) => ({ name }))
const sizes = (kind: 'root' | 'project', permissions: object) =>
  Object.fromEntries(inBlocks(kind, named(permissions)).map(({ label, list }) => [label, list.length]))

test('every root permission is in its block', () => {
  const { ADMIN: _, ...grantable } = rootPermissions
  expect(sizes('root', grantable)).toEqual({
    'block.integration': 3,
    'block.token': 8,
    'block.application': 1,
    'block.context': 3,
    'block.project': 1,
    'block.role': 1,
    'block.segment': 3,
    'block.strategy': 3,
    'block.tagType': 3,
    'block.template': 3,
    'block.instance': 4,
    'block.authentication': 1,
  })
})

test('every project permission is in its block', () => {
  expect(sizes('project', projectPermissions)).toEqual({
    'block.feature': 7,
    'block.settings': 11,
    'block.projectToken': 3,
    'block.changeRequest': 2,
  })
})

test('an unknown permission is shown in the last block', () => {
  expect(inBlocks('project', [{ name: 'SOMETHING_NEW' }])).toEqual([
    { label: 'block.changeRequest', list: [{ name: 'SOMETHING_NEW' }] },
  ])
})

test('permissions without a screen are offered only to a role that already has them', () => {
  const all = named({ ...rootPermissions, ...projectPermissions, ...environmentPermissions })
  const offered = offeredOf(all, ({ name }) => name === 'DELETE_ADDON').map(({ name }) => name)
  expect(all.map(({ name }) => name).filter((name) => !offered.includes(name))).toEqual([
    'CREATE_ADDON',
    'UPDATE_ADDON',
    'RELEASE_PLAN_TEMPLATE_CREATE',
    'RELEASE_PLAN_TEMPLATE_UPDATE',
    'RELEASE_PLAN_TEMPLATE_DELETE',
    'UPDATE_PROJECT_RELEASE_TEMPLATE',
  ])
})
