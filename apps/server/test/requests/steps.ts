import fc from 'fast-check'
import type { Model } from './model.ts'
import type { Step } from './types.ts'
import { places, type Spot, spots, users } from './world.ts'

/** Moves a request on as its author and an administrator would. */
export type Advance = { do: 'advance'; request: number }
type Any = Step | Advance

const value = fc.oneof(
  fc.record({ rollout: fc.constantFrom(10, 50, 90, 91) }),
  fc.record({ on: fc.boolean() }),
)
const user = fc.constantFrom(...users)
// Mostly the same place, so that people get in each other's way.
const spot = fc.oneof(fc.constant(spots[2] as Spot), fc.constantFrom(...spots))
const place = fc.constantFrom('default/production' as const, ...places)
const segment = {
  user: fc.constantFrom('outsider', 'admin', ...users),
  value: fc.constantFrom('1', '2', '3'),
}
const NEWEST = -1
const request = fc.integer({ min: NEWEST, max: 9 })
const named = <const Name extends string>(name: Name) => ({ do: fc.constant(name) })

const wish = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ ...named('propose'), user, spot, set: value }),
  fc.record({ ...named('propose-segment'), ...segment }),
)
const edit = fc.oneof<fc.Arbitrary<Step>[]>(
  fc.record({ ...named('edit'), user: fc.constantFrom('admin', ...users), spot, set: value }),
  fc.record({ ...named('edit-segment'), ...segment }),
  fc.record({ ...named('edit-spare'), ...segment }),
)
const protect = fc.record({ ...named('protect'), place, on: fc.boolean(), free: fc.boolean() })

const step: fc.Arbitrary<Any> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ ...named('advance'), request }) },
  { weight: 6, arbitrary: wish },
  { weight: 4, arbitrary: edit },
  { weight: 2, arbitrary: protect },
  { weight: 1, arbitrary: fc.record({ ...named('trust'), on: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      ...named('move'),
      user,
      request,
      to: fc.constantFrom('In review', 'Approved', 'Applied', 'Applied', 'Rejected', 'Cancelled'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...named('discard'), user, request }) },
  {
    weight: 4,
    arbitrary: fc.record({ ...named('schedule'), user, request, hours: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ ...named('until'), user, request, hours: fc.constantFrom(null, 1, 2, 3) }),
  },
  { weight: 2, arbitrary: fc.record({ ...named('pass'), hours: fc.nat(2) }) },
)

// Steps in an order that comes about by chance too rarely.
const push: Advance = { do: 'advance', request: NEWEST }
const disturbance = fc.oneof(protect, edit, fc.constant(push))
/** Something is reviewed, and then not as it was. */
const approved = fc.tuple(wish, disturbance).map(([first, last]): Any[] => [first, push, push, last])
const applied = approved.map((list): Any[] => [...list, push])
const scheduled = fc
  .tuple(approved, fc.constantFrom('admin', ...users), fc.integer({ min: 1, max: 3 }))
  .map(([list, by, hours]): Any[] => [...list, { do: 'schedule', user: by, request: NEWEST, hours }])
const later: Any[] = [
  { do: 'pass', hours: 1 },
  { do: 'pass', hours: 2 },
]
/** Applied, and reverted unless something comes between. */
const temporary = fc
  .tuple(wish, fc.integer({ min: 1, max: 2 }), disturbance)
  .map(([first, hours, last]): Any[] => [
    first,
    { do: 'until', user: 'admin', request: NEWEST, hours },
    push,
    push,
    push,
    last,
    { do: 'pass', hours: 2 },
  ])
/** One request after another. */
const inTurn = fc.tuple(scheduled, scheduled).map((both): Any[] => [...both.flat(), ...later])

const part = fc.oneof(
  { weight: 9, arbitrary: step.map((one): Any[] => [one]) },
  { weight: 2, arbitrary: applied },
  { weight: 1, arbitrary: inTurn },
  { weight: 1, arbitrary: temporary },
)

export const steps = fc
  .tuple(fc.subarray([...places]), fc.boolean(), fc.array(part, { minLength: 6, maxLength: 18, size: 'max' }))
  .map(([guarded, free, parts]): Any[] => [
    ...guarded.map((one) => ({ do: 'protect' as const, place: one, on: true, free })),
    ...parts.flat(),
  ])

/** Means a request for which the step makes sense, if there is one, so that few steps are about nothing. */
export function meant(one: Any, { requests }: Model): Step {
  if (!('request' in one)) return one
  const wanted =
    one.do === 'schedule' ? ['Approved', 'Scheduled'] : ['Draft', 'In review', 'Approved', 'Scheduled']
  const open = requests.flatMap(({ state }, index) => (wanted.includes(state) ? [index] : []))
  const among = open.length > 0 ? open : requests.map((_, index) => index)
  const chosen = one.request === NEWEST ? among.at(NEWEST) : among[one.request % Math.max(1, among.length)]
  const index = chosen ?? 0
  const { state = 'Draft', author = 'admin' } = requests[index] ?? {}
  // Viewers can only schedule what they wrote.
  if (one.do === 'schedule') return { ...one, request: index, user: one.user === 'owner' ? author : one.user }
  if (one.do === 'until') return { ...one, request: index, user: one.user === 'viewer' ? one.user : author }
  if (one.do !== 'advance') return { ...one, request: index }
  if (state === 'In review') return { do: 'move', user: 'admin', request: index, to: 'Approved' }
  return { do: 'move', user: author, request: index, to: state === 'Draft' ? 'In review' : 'Applied' }
}
