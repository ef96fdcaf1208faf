import { environmentPermissions, projectPermissions, rootPermissions } from '@flagstaff/contract/permissions'
import { expect, test } from 'vitest'
import { inBlocks, offeredOf } from './blocks.ts'

const named = (permissions: object) => Object.keys(permissions).map((name) => ({ name }))
const sizes = (kind: 'root' | 'project', permissions: object) =>
  Object.fromEntries(inBlocks(kind, named(permissions)).map(({ label, list }) => [label, list.length]))

test('every permission of the whole instance stands in the block that people look for it in', () => {
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

test('so does every permission of a project', () => {
  expect(sizes('project', projectPermissions)).toEqual({
    'block.feature': 6,
    'block.settings': 11,
    'block.projectToken': 3,
    'block.changeRequest': 2,
  })
})

test('one that is not known yet is shown all the same', () => {
  expect(inBlocks('project', [{ name: 'SOMETHING_NEW' }])).toEqual([
    { label: 'block.changeRequest', list: [{ name: 'SOMETHING_NEW' }] },
  ])
})

test('permissions without a screen are offered only to a role that already has them', () => {
  const all = named({ ...rootPermissions, ...projectPermissions, ...environmentPermissions })
  const offered = offeredOf(all, ({ name }) => name === 'SKIP_CHANGE_REQUEST').map(({ name }) => name)
  expect(all.map(({ name }) => name).filter((name) => !offered.includes(name))).toEqual([
    'CREATE_ADDON',
    'UPDATE_ADDON',
    'DELETE_ADDON',
    'RELEASE_PLAN_TEMPLATE_CREATE',
    'RELEASE_PLAN_TEMPLATE_UPDATE',
    'RELEASE_PLAN_TEMPLATE_DELETE',
    'PROJECT_CHANGE_REQUEST_READ',
    'PROJECT_CHANGE_REQUEST_WRITE',
    'UPDATE_PROJECT_RELEASE_TEMPLATE',
    'APPROVE_CHANGE_REQUEST',
    'APPLY_CHANGE_REQUEST',
  ])
})
