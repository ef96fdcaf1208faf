import { expect, test } from 'vitest'
import { checkGrant, checkOwnerStays, distinct, type Membership, OWNER, rolesOf, without } from './rules.ts'

const MEMBER = 5
const custom = 101
const as = (roleId: number, id = 1): Membership => ({ kind: 'user', id, roleId })
const group = (roleId: number, id = 1): Membership => ({ kind: 'group', id, roleId })

test.each([
  ['an administrator', { isAdmin: true, roles: [] }, [OWNER, custom]],
  ['an owner', { isAdmin: false, roles: [OWNER] }, [OWNER, MEMBER, custom]],
  ['a holder of the same role', { isAdmin: false, roles: [MEMBER, custom] }, [custom, MEMBER]],
  ['a member without roles who assigns nothing', { isAdmin: false, roles: [] }, []],
])('%s can assign roles', (_who, giver, roles) => {
  expect(() =>
    checkGrant(
      giver,
      roles.map((role) => as(role)),
    ),
  ).not.toThrow()
})

test.each([
  ['a higher role than their own', [custom], [OWNER]],
  ['several roles if they do not hold all of them', [custom], [custom, MEMBER]],
  ['any role if they hold none', [], [MEMBER]],
])('a caller who is not an owner cannot assign %s', (_what, roles, given) => {
  expect(() =>
    checkGrant(
      { isAdmin: false, roles },
      given.map((role) => as(role)),
    ),
  ).toThrow('hold')
})

test('the last owner cannot be removed, except in the default project or if there was no owner before', () => {
  expect(() => checkOwnerStays('shop', [as(OWNER)], [as(MEMBER)])).toThrow('owner')
  expect(() => checkOwnerStays('shop', [as(OWNER)], [as(OWNER, 2)])).not.toThrow()
  expect(() => checkOwnerStays('shop', [as(MEMBER)], [])).not.toThrow()
  expect(() => checkOwnerStays('default', [as(OWNER)], [])).not.toThrow()
})

test('a group counts as an owner, even as the last one', () => {
  expect(() => checkOwnerStays('shop', [as(OWNER), group(OWNER)], [group(OWNER)])).not.toThrow()
  expect(() => checkOwnerStays('shop', [group(OWNER)], [group(MEMBER)])).toThrow('owner')
})

test('memberships are compared by holder and role', () => {
  expect(without([as(OWNER), as(OWNER, 2), as(MEMBER)], [as(OWNER)])).toEqual([as(OWNER, 2), as(MEMBER)])
  expect(without([as(OWNER), group(OWNER)], [as(OWNER)])).toEqual([group(OWNER)])
  expect(distinct([as(OWNER), group(OWNER), as(OWNER)])).toEqual([as(OWNER), group(OWNER)])
  expect(rolesOf([as(OWNER), group(MEMBER)], { kind: 'group', id: 1 })).toEqual([MEMBER])
})
