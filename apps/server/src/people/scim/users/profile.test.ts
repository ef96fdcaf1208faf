import { expect, test } from 'vitest'
import { operationsIn } from '../protocol/operations.ts'
import { nameOf, type Profile, patchProfile, profileIn, usernameOf } from './profile.ts'

const ada: Profile = {
  userName: 'ada@example.com',
  externalId: '42',
  displayName: null,
  givenName: 'Ada',
  familyName: 'Lovelace',
  email: 'ada@example.com',
  active: true,
}
const patched = (...Operations: object[]) => patchProfile(ada, operationsIn('user', { Operations }))

test('the email address is the primary one, else the work one, else the first', () => {
  const email = (...emails: object[]) => profileIn({ userName: 'ada', emails }).email
  expect(email({ value: 'a@x' }, { value: 'b@x', primary: true }, { value: 'c@x', type: 'work' })).toBe('b@x')
  expect(email({ value: 'a@x' }, { value: 'c@x', type: 'work' })).toBe('c@x')
  expect(email({ value: '' }, { value: 'a@x', primary: 'False' }, { value: 'b@x' })).toBe('a@x')
})

test('a user name that is an email address is used if there is no email address', () => {
  expect(profileIn({ userName: 'ada@example.com' }).email).toBe('ada@example.com')
  expect(profileIn({ userName: 'ada' }).email).toBeNull()
})

test('the name is the display name, else the name parts, else the formatted name', () => {
  const name = (more: object) => nameOf(profileIn({ userName: 'ada', ...more }))
  expect(name({ displayName: 'Countess', name: { givenName: 'Ada' } })).toBe('Countess')
  expect(name({ name: { givenName: 'Ada', familyName: 'Lovelace', formatted: 'Ms Lovelace' } })).toBe(
    'Ada Lovelace',
  )
  expect(name({ name: { formatted: 'Ms Lovelace' } })).toBe('Ms Lovelace')
  expect(name({})).toBeUndefined()
})

test('the userName is not stored as a user name if it equals the email address', () => {
  expect(usernameOf(ada)).toBeUndefined()
  expect(usernameOf({ ...ada, userName: 'ada' })).toBe('ada')
})

test('attribute names ignore case, booleans can be strings, and unknown attributes are dropped', () => {
  expect(
    profileIn({ USERNAME: 'ada', Active: 'False', title: 'Countess', password: 'x', 'urn:x': {} }),
  ).toEqual({
    ...profileIn({ userName: 'ada' }),
    active: false,
  })
})

test.each<[body: object, why: string]>([
  [{}, 'no userName'],
  [{ userName: ' ' }, 'an empty userName'],
  [{ userName: 7 }, 'a number as userName'],
  [{ userName: 'ada', emails: 'a@b' }, 'an address that is no list'],
  [{ userName: 'ada', active: 'perhaps' }, 'neither true nor false'],
  [{ userName: 'ada', name: ['Ada'] }, 'a list as name'],
  [{ userName: 'a'.repeat(300) }, 'a userName that is too long'],
  [{ userName: 'ada', externalId: 'a'.repeat(300) }, 'an externalId that is too long'],
  [{ userName: 'ada', emails: Array(21).fill({ value: 'a@b' }) }, 'too many addresses'],
])('the user resource %j is refused (%s)', (body) => {
  expect(() => profileIn(body)).toThrow(expect.objectContaining({ status: 400, scimType: 'invalidValue' }))
})

test('prototype pollution has no effect', () => {
  const body = JSON.parse(
    '{"userName":"ada","__proto__":{"active":false},"constructor":{"prototype":{"x":1}}}',
  )
  expect(profileIn(body).active).toBeUndefined()
  expect(({} as { x?: number }).x).toBeUndefined()
})

test('replacing one part of a name keeps the other', async () => {
  expect(await patched({ op: 'replace', path: 'name', value: { givenName: 'Augusta' } })).toEqual({
    ...ada,
    givenName: 'Augusta',
  })
})

test('replacing an email address of a missing type adds it, and the primary one stays', async () => {
  expect(await patched({ op: 'Replace', path: 'emails[type eq "home"].value', value: 'home@x' })).toEqual(ada)
  expect(await patched({ op: 'Replace', path: 'emails[type eq "work"].value', value: 'new@x' })).toEqual({
    ...ada,
    email: 'new@x',
  })
})

test('the external id can be removed', async () => {
  expect(await patched({ op: 'Remove', path: 'externalId' })).toEqual({ ...ada, externalId: null })
})

test('the display name can be removed', async () => {
  const named = { ...ada, displayName: 'Countess' }
  expect(
    await patchProfile(named, operationsIn('user', { Operations: [{ op: 'remove', path: 'displayName' }] })),
  ).toEqual(ada)
})

test.each([
  [[], 'invalidSyntax'],
  [[{ op: 'swap', path: 'userName', value: 'x' }], 'invalidSyntax'],
  [[null], 'invalidSyntax'],
  [[{ op: 'remove' }], 'noTarget'],
  [[{ op: 'remove', path: 'userName' }], 'invalidValue'],
  [[{ op: 'replace', value: 'ada' }], 'invalidValue'],
  [[{ op: 'replace', path: 7, value: 'ada' }], 'invalidPath'],
  [[{ op: 'replace', path: 'shoeSize', value: 43 }], 'invalidPath'],
  [[{ op: 'replace', path: '__proto__.active', value: true }], 'invalidPath'],
  [[{ op: 'replace', path: 'constructor', value: {} }], 'invalidPath'],
  [[{ op: 'replace', path: 'userName', value: { a: 1 } }], 'invalidValue'],
  [[{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
  [[{ op: 'add', path: 'emails', value: Array(50).fill({ value: 'a@b' }) }], 'invalidValue'],
  [[{ op: 'add', path: `emails[${'('.repeat(300)}]`, value: 'a@b' }], 'invalidPath'],
  [Array(1_001).fill({ op: 'replace', path: 'userName', value: 'x' }), 'invalidValue'],
])('patch %# is refused', async (Operations, scimType) => {
  const attempt = async () => patchProfile(ada, operationsIn('user', { Operations }))
  await expect(attempt()).rejects.toMatchObject({ status: 400, scimType })
})
