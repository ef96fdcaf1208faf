import fc from 'fast-check'
import type { Model, Step } from './model.ts'
import { places, spots, users } from './world.ts'

const value = fc.oneof(fc.record({ rollout: fc.constantFrom(10, 50, 90) }), fc.record({ on: fc.boolean() }))
const user = fc.constantFrom(...users)
// Mostly the same place, so that people get in each other's way.
const spot = fc.oneof(fc.constant(spots[2] ?? spots[0]), fc.constantFrom(...spots)) as fc.Arbitrary<
  (typeof spots)[number]
>
const place = fc.constantFrom('default/production' as const, ...places)
const segment = { user, value: fc.constantFrom('1', '2', '3') }
const request = fc.nat(9)

/** Moves a request on as its author and an administrator would. */
export type Advance = { do: 'advance'; request: number }

const step: fc.Arbitrary<Step | Advance> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('advance' as const), request }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('propose' as const), user, spot, set: value }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      user: fc.constantFrom('admin' as const, ...users),
      spot,
      set: value,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('propose-segment' as const), ...segment }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('edit-segment' as const), ...segment }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('protect' as const), place, on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      user,
      request,
      to: fc.constantFrom('In review', 'Approved', 'Applied', 'Applied', 'Rejected', 'Cancelled'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('discard' as const), user, request }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('schedule' as const),
      user,
      request,
      hours: fc.integer({ min: 1, max: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('pass' as const), hours: fc.nat(2) }) },
)

export const steps = fc.array(step, { minLength: 12, maxLength: 30, size: 'max' })

/** Means a request for which the step makes sense, if there is one, so that few steps are about nothing. */
export function meant(one: Step | Advance, { requests }: Model): Step {
  if (!('request' in one)) return one
  const wanted =
    one.do === 'schedule' ? ['Approved', 'Scheduled'] : ['Draft', 'In review', 'Approved', 'Scheduled']
  const open = requests.flatMap(({ state }, index) => (wanted.includes(state) ? [index] : []))
  const among = open.length > 0 ? open : requests.map((_, index) => index)
  const index = among[one.request % Math.max(1, among.length)] ?? one.request
  const { state = 'Draft', author = 'admin' } = requests[index] ?? {}
  // Viewers can only schedule what they wrote.
  if (one.do === 'schedule') return { ...one, request: index, user: one.user === 'owner' ? author : one.user }
  if (one.do !== 'advance') return { ...one, request: index }
  if (state === 'In review') return { do: 'move', user: 'admin', request: index, to: 'Approved' }
  return { do: 'move', user: author, request: index, to: state === 'Draft' ? 'In review' : 'Applied' }
}
