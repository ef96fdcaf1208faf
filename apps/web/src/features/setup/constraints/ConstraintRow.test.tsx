import type { Constraint } from '@flagstaff/contract/common'
import type { ContextFields } from '@flagstaff/contract/context'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { account } from '../../../testing/account.ts'
import { openPage } from '../../../testing/page.tsx'
import { answer, startServer } from '../../../testing/server.ts'
import { ConstraintEditor } from './ConstraintEditor.tsx'

const fields: ContextFields = [
  { name: 'age', legalValues: [] },
  { name: 'plan', legalValues: [{ value: 'free' }, { value: 'team' }] },
]

let start: Constraint[] = []

function Page() {
  const [constraints, setConstraints] = useState(start)
  return <ConstraintEditor constraints={constraints} onChange={setConstraints} strict />
}

async function open(constraint: Constraint) {
  start = [constraint]
  startServer({ ...account(), 'GET /api/admin/context': () => answer<ContextFields>(fields) })
  return (await openPage('/', { '/': { component: Page } })).screen
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('an error describes the value it is about, until the value is valid', async () => {
  const screen = await open({ contextName: 'age', operator: 'NUM_GT', value: 'old' })
  const value = screen.getByRole('textbox', { name: 'Value', exact: true })
  await expect.element(value).toHaveAccessibleDescription('“old” isn’t a number.')
  await expect.element(value).toHaveAttribute('aria-invalid', 'true')
  await value.fill('18')
  await expect.element(value).not.toHaveAccessibleDescription()
  await expect.element(value).not.toHaveAttribute('aria-invalid')
})

test('a hint describes a valid value', async () => {
  const screen = await open({ contextName: 'age', operator: 'DATE_AFTER', value: '2026-11-10T14:00Z' })
  const value = screen.getByRole('textbox', { name: 'Value', exact: true })
  await expect.element(value).toHaveAccessibleDescription(/^That is .*2026/)
  await expect.element(value).not.toHaveAttribute('aria-invalid')
})

test.each<[Constraint['operator'], string, string]>([
  ['DATE_AFTER', '2026-11-10', '2026-11-10T00:00:00.000Z'],
  ['DATE_AFTER', '2026-11-10T14:00:00Z', '2026-11-10T14:00:00Z'],
  ['NUM_GT', '.5', '0.5'],
])('%s %s is shown as it will be stored once it is written', async (operator, written, stored) => {
  const screen = await open({ contextName: 'age', operator, value: '' })
  const value = screen.getByRole('textbox', { name: 'Value', exact: true })
  await value.fill(written)
  await expect.element(value).toHaveValue(written)
  ;(document.activeElement as HTMLElement).blur()
  await expect.element(value).toHaveValue(stored)
})

test('an error describes a list of values', async () => {
  const screen = await open({ contextName: 'age', operator: 'IN', values: [] })
  const values = screen.getByRole('combobox', { name: 'Values', exact: true })
  await expect.element(values).toHaveAccessibleDescription('Add at least one value.')
})

test('an error describes the checkboxes of legal values', async () => {
  const screen = await open({ contextName: 'plan', operator: 'IN', values: [] })
  const group = screen.getByRole('group', { name: /plan/ }).last()
  await expect.element(group).toHaveAccessibleDescription('Add at least one value.')
})

test('an error describes the choice of one legal value', async () => {
  const screen = await open({ contextName: 'plan', operator: 'SEMVER_EQ', value: 'gold' })
  const value = screen.getByRole('combobox', { name: 'Value', exact: true })
  await expect.element(value).toHaveAccessibleDescription(/gold/)
})
