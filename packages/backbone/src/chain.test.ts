import { randomBytes } from 'node:crypto'
import type { Change } from '@flagstaff/delivery'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeLink, type LinkHead, MOST_MESSAGE_BYTES, nextOf, openLink } from './chain.ts'
import { createSeal, SealError } from './seal.ts'

const seal = createSeal('a long secret')
const streams = { instance: 'shop', incarnation: '01K0000000000000000000000A' }
const change = (text = 'private'): Change => ({
  revision: 8,
  hash: 'abcdef12',
  epoch: 'one',
  complete: false,
  rows: [
    {
      kind: 'setting',
      name: 'frontend',
      environment: '*',
      doc: { origins: [text], enabled: true },
    },
  ],
  heads: [{ environment: 'production', project: 'default', revision: 8, hash: 'abcdef12' }],
})

test('a change comes out as it went in, and its content cannot be read on the way', () => {
  const message = closeLink(seal, streams, 7, change())
  expect(message.includes('private')).toBe(false)
  expect(openLink(seal, streams, message)).toEqual({
    epoch: 'one',
    from: 7,
    to: 8,
    hash: 'abcdef12',
    change: change(),
  })
})

test('a message with another place, other streams, another key or one wrong byte does not open', () => {
  const message = closeLink(seal, streams, 7, change())
  const moved = Buffer.from(message.toString('latin1').replace('"from":7', '"from":6'), 'latin1')
  const later = { ...streams, incarnation: '01K0000000000000000000000B' }
  expect(() => openLink(seal, streams, moved)).toThrow(SealError)
  expect(() => openLink(seal, later, message)).toThrow(SealError)
  expect(() => openLink(seal, { ...streams, instance: 'other' }, message)).toThrow(SealError)
  expect(() => openLink(createSeal('another secret'), streams, message)).toThrow('BACKBONE_KEY')
  fc.assert(
    fc.property(fc.nat(message.length - 1), fc.integer({ min: 1, max: 255 }), (at, bits) => {
      const damaged = Buffer.from(message)
      damaged[at] = (damaged[at] ?? 0) ^ bits
      expect(() => openLink(seal, streams, damaged)).toThrow(SealError)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => openLink(seal, streams, bytes)).toThrow(SealError)
    }),
  )
})

test('a change that is too large for a message is left to the next snapshot', () => {
  const message = closeLink(seal, streams, 7, change(randomBytes(MOST_MESSAGE_BYTES).toString('hex')))
  expect(message.length).toBeLessThan(1_000)
  expect(openLink(seal, streams, message)).toEqual({
    epoch: 'one',
    from: 7,
    to: 8,
    hash: 'abcdef12',
    change: undefined,
  })
})

test('whatever arrives, a node applies each revision once and in order', () => {
  const chain = Array.from({ length: 20 }, (_, at): LinkHead => ({ epoch: 'one', from: at, to: at + 1 }))
  fc.assert(
    fc.property(fc.array(fc.nat(chain.length - 1), { maxLength: 100 }), (arrivals) => {
      let known = { epoch: 'one', revision: 0 }
      for (const at of arrivals) {
        const link = chain[at]
        if (!link || nextOf(known, link) !== 'apply') continue
        expect(link.from).toBe(known.revision)
        known = { epoch: link.epoch, revision: link.to }
      }
      expect(known.revision).toBeLessThanOrEqual(Math.max(-1, ...arrivals) + 1)
    }),
  )
  expect(nextOf({ epoch: 'one', revision: 5 }, { epoch: 'one', from: 3, to: 5 })).toBe('skip')
  expect(nextOf({ epoch: 'one', revision: 5 }, { epoch: 'one', from: 6, to: 7 })).toBe('restart')
  expect(nextOf({ epoch: 'one', revision: 5 }, { epoch: 'one', from: 4, to: 7 })).toBe('restart')
  expect(nextOf({ epoch: 'one', revision: 5 }, { epoch: 'two', from: 5, to: 6 })).toBe('restart')
})
