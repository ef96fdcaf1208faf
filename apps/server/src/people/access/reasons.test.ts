import { expect, test } from 'vitest'
import { type ExplainedGrant, reasonsFor } from './reasons.ts'

const owner = { id: 4, name: 'Owner', type: 'project' }
const editor = { id: 2, name: 'Editor', type: 'root' }
const payments = { id: 7, name: 'Payments' }
const grant = (more: Partial<ExplainedGrant>): ExplainedGrant => ({
  permission: 'UPDATE_FEATURE',
  project: '',
  environment: '',
  reason: { role: editor },
  ...more,
})
const inCheckout = { role: owner, project: 'checkout', group: payments }

test('each role that grants the permission in the project is listed once', () => {
  const grants = [
    grant({ project: 'checkout', reason: inCheckout }),
    grant({ project: 'checkout', reason: inCheckout }),
    grant({ project: 'elsewhere', reason: { role: owner, project: 'elsewhere' } }),
    grant({}),
  ]
  expect(reasonsFor(grants, 'UPDATE_FEATURE', { project: 'checkout' })).toEqual([
    inCheckout,
    { role: editor },
  ])
  expect(reasonsFor(grants, 'DELETE_FEATURE', { project: 'checkout' })).toEqual([])
})

test('a grant in one environment is not a reason in another', () => {
  const permission = 'UPDATE_FEATURE_ENVIRONMENT'
  const grants = [grant({ permission, environment: 'development' })]
  expect(reasonsFor(grants, permission, { environment: 'development' })).toHaveLength(1)
  expect(reasonsFor(grants, permission, { environment: 'production' })).toEqual([])
})

test('administrators have every permission, and the Admin role is the only reason', () => {
  const admin = { role: { id: 1, name: 'Admin', type: 'root' } }
  expect(reasonsFor([grant({ permission: 'ADMIN', reason: admin })], 'DELETE_PROJECT', {})).toEqual([admin])
})
