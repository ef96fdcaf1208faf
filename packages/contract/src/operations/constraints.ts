import { Constraint } from '../common.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

export const constraintsOperations = operations({
  'POST /api/admin/constraints/validate': {
    id: 'validateConstraint',
    tags: ['Features'],
    summary: 'Check a constraint',
    description:
      'Checks a constraint as when a rule or segment is saved: its operator, its values, and the legal values of the context field. It changes nothing; an invalid constraint returns 400.',
    permission: 'authenticated',
    body: Constraint,
    responses: { 204: Nothing },
    example: { body: { contextName: 'appVersion', operator: 'SEMVER_GTE', value: '5.12.0' } },
  },
})
