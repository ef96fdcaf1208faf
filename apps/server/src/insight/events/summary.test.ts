import { expect, test } from 'vitest'
import { textOf } from './summary.ts'

test('a summary names the actor, the place and the object in Markdown', () => {
  const event = {
    type: 'feature-strategy-add' as const,
    actor_name: 'ada`@example.com',
    project: 'shop',
    environment: 'production',
    flag: 'new-checkout',
    data: { name: 'flexibleRollout' },
    pre_data: null,
  }
  expect(textOf(event)).toEqual({
    label: 'Rule added',
    summary: "`ada'@example.com` added a rule to `new-checkout` in `production` in the project `shop`.",
  })
  expect(textOf({ ...event, pre_data: { title: 'Ramp' } }).summary).toContain('added the rule `Ramp` to')
})
