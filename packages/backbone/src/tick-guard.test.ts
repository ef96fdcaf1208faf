import { expect, test } from 'vitest'
import { createTickGuard, STALE_MS } from './tick-guard.ts'

const HOUR = 3_600_000
const START = 1_000 * HOUR

/** A guard with clocks that the test moves. */
function guardAt(skewMs = 0) {
  let elapsed = 0
  const guard = createTickGuard({ now: () => START + elapsed + skewMs, elapsed: () => elapsed })
  return {
    ...guard,
    pass: (ms: number) => {
      elapsed += ms
    },
    /** A tick of the database's present, or of the past. */
    hear: (ageMs = 0, count = 0) =>
      guard.check({ incarnation: 'n1', epoch: 'one', revision: 5, at: START + elapsed - ageMs, count }),
    hearOld: () => guard.check({ incarnation: 'n1', epoch: 'one', revision: 5 }),
  }
}

test('ticks in order are taken, also several with one time', () => {
  const { hear, pass } = guardAt()
  hear()
  hear(0, 1)
  pass(1_000)
  hear(300)
  expect(() => hear(300)).toThrow('sent again')
})

test('a tick that was sent before is refused, however soon it is sent again', () => {
  const { hear, pass } = guardAt()
  hear()
  pass(1_000)
  expect(() => hear(1_000)).toThrow('sent again')
  expect(() => hear(1_500)).toThrow('sent again')
})

test('ticks that are held back and sent later in their order are refused', () => {
  const { hear, pass } = guardAt()
  hear()
  pass(STALE_MS * 3)
  expect(() => hear(STALE_MS * 2)).toThrow('too old')
  hear(STALE_MS - 1_000)
})

test('the clock of a node only matters for the first tick', () => {
  const wrong = guardAt(300_000)
  wrong.hear()
  wrong.pass(1_000)
  wrong.hear()
  expect(() => guardAt(HOUR).hear()).toThrow('clock of this node')
  expect(() => guardAt().hear(HOUR)).toThrow('too old')
})

test('clocks that drift apart by seconds a day refuse nothing', () => {
  const { hear, pass } = guardAt()
  for (let hour = 0; hour < 100; hour++) {
    hear(hour * 500)
    pass(HOUR)
  }
})

test('when the clock of the database was set back, it is learned again after upstream was asked', () => {
  const { hear, pass, forgetClock } = guardAt()
  hear()
  pass(60_000)
  expect(() => hear(30_000)).toThrow('too old')
  forgetClock()
  hear(30_000)
})

test('ticks of older servers are taken until a server sends a time', () => {
  const { hear, hearOld } = guardAt()
  hearOld()
  hearOld()
  hear()
  expect(hearOld).toThrow('has no time')
})
