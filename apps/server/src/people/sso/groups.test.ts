import { expect, test } from 'vitest'
import { groupsAt } from './groups.ts'

const claims = JSON.parse(`{
  "groups": ["admins", "beta", "admins", 7, ""],
  "role": "one",
  "realm_access": { "roles": ["a", "b"] },
  "https://acme.example/groups": ["far"],
  "nested": { "with.dot": { "list": ["deep"] } },
  "__proto__": { "polluted": ["x"] }
}`)

test.each([
  ['groups', ['admins', 'beta']],
  ['$.groups', ['admins', 'beta']],
  ['role', ['one']],
  ['realm_access.roles', ['a', 'b']],
  ['$.realm_access.roles', ['a', 'b']],
  ['https://acme.example/groups', ['far']],
  [`$['https://acme.example/groups']`, ['far']],
  [`nested['with.dot'].list`, ['deep']],
  ['nothing', []],
  ['groups.length', []],
  ['constructor.name', []],
  ['', []],
])('the path %s finds the groups %j', (path, groups) => {
  expect(groupsAt(claims, path)).toEqual(groups)
})

test('the number of groups is limited', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => `g${n}`)
  expect(groupsAt({ many }, 'many')).toHaveLength(1_000)
})
