import { expect, test } from 'vitest'
import { wordingOf } from './reason.ts'

const owner = { id: 4, name: 'Owner', type: 'project' }
const editor = { id: 2, name: 'Editor', type: 'root' }
const group = { id: 7, name: 'Payments' }
const titleOf = (project: string) => (project === 'checkout' ? 'Checkout' : project)

test.each([
  [{ role: owner, project: 'checkout', group }, 'reason.projectGroup'],
  [{ role: owner, project: 'checkout' }, 'reason.project'],
  [{ role: editor }, 'reason.root'],
  [{ role: editor, group }, 'reason.rootGroup'],
  [{ role: editor, project: 'default' }, 'reason.rootProject'],
  [{ role: editor, project: 'default', group }, 'reason.rootProjectGroup'],
  [{ role: { ...editor, type: 'root-custom' }, group }, 'reason.rootGroup'],
])('%j has its own sentence', (reason, key) => {
  expect(wordingOf(reason, titleOf).key).toBe(key)
})

test('projects are shown by name', () => {
  expect(wordingOf({ role: owner, project: 'checkout', group }, titleOf).values).toEqual({
    role: 'Owner',
    project: 'Checkout',
    group: 'Payments',
  })
})
