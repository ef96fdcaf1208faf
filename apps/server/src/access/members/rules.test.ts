import { expect, test } from 'vitest'
import { checkGrant, checkOwnerStays, OWNER, without } from './rules.ts'

const MEMBER = 5
const custom = 101
const as = (roleId: number, userId = 1) => ({ roleId, userId })

test.each([
  ['an administrator', { isAdmin: true, roles: [] }, [OWNER, custom]],
  ['an owner', { isAdmin: false, roles: [OWNER] }, [OWNER, MEMBER, custom]],
  ['a holder of the same role', { isAdmin: false, roles: [MEMBER, custom] }, [custom, MEMBER]],
  ['somebody without roles who gives nothing', { isAdmin: false, roles: [] }, []],
])('%s may give them', (_who, giver, roles) => {
  expect(() =>
    checkGrant(
      giver,
      roles.map((role) => as(role)),
    ),
  ).not.toThrow()
})

test.each([
  ['a role above one’s own', [custom], [OWNER]],
  ['one of several roles that one does not hold', [custom], [custom, MEMBER]],
  ['any role without having one', [], [MEMBER]],
])('nobody may give %s', (_what, roles, given) => {
  expect(() =>
    checkGrant(
      { isAdmin: false, roles },
      given.map((role) => as(role)),
    ),
  ).toThrow('hold')
})

test('the last owner stays, except in the default project or where there never was one', () => {
  expect(() => checkOwnerStays('shop', [as(OWNER)], [as(MEMBER)])).toThrow('owner')
  expect(() => checkOwnerStays('shop', [as(OWNER)], [as(OWNER, 2)])).not.toThrow()
  expect(() => checkOwnerStays('shop', [as(MEMBER)], [])).not.toThrow()
  expect(() => checkOwnerStays('default', [as(OWNER)], [])).not.toThrow()
})

test('memberships are compared by person and role', () => {
  expect(without([as(OWNER), as(OWNER, 2), as(MEMBER)], [as(OWNER)])).toEqual([as(OWNER, 2), as(MEMBER)])
})
