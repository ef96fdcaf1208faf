import { expect, test } from 'vitest'
import { murmur3, normalizedHash } from './murmur.ts'

const seeded: [text: string, seed: number, hash: number][] = [
  ['', 0, 0],
  ['', 1, 0x514e28b7],
  ['', 0xffffffff, 0x81f16f39],
  ['test', 0, 0xba6bd213],
  ['test', 0x9747b28c, 0x704b81dc],
  ['a', 0x9747b28c, 0x7fa09ea6],
  ['aa', 0x9747b28c, 0x5d211726],
  ['aaa', 0x9747b28c, 0x283e0130],
  ['aaaa', 0x9747b28c, 0x5a97808a],
  ['Hello, world!', 0x9747b28c, 0x24884cba],
  ['The quick brown fox jumps over the lazy dog', 0x9747b28c, 0x2fa826cd],
]

test.for(seeded)('murmur3 of "%s" with seed %i', ([text, seed, hash]) => {
  expect(murmur3(text, seed)).toBe(hash)
})

const VARIANT_SEED = 86028157

const normalized: [
  group: string,
  id: string,
  hash: number,
  bucket: number,
  variantHash: number,
  variant: number,
][] = [
  ['gr1', '123', 538421172, 73, 4076427795, 796],
  ['groupX', '999', 3843606124, 25, 1485091259, 260],
  ['mygroup', '5', 4047552509, 10, 2499709503, 504],
  ['Feature.flexibleRollout', 'user-1', 1850543956, 57, 3440431771, 772],
  ['AB12A', '122', 1062108722, 23, 152276612, 613],
  ['a', '0', 760079141, 42, 1421207907, 908],
  ['a', '1', 3531034293, 94, 3637892266, 267],
  ['checkout.new', '100', 1249405429, 30, 844904460, 461],
  ['checkout.new', 'user@example.com', 1382239108, 9, 4166082822, 823],
  ['checkout.new', 'USER@EXAMPLE.COM', 51205109, 10, 676207138, 139],
  ['a', 'b:c', 1815718997, 98, 2416827247, 248],
  ['a:b', 'c', 1815718997, 98, 2416827247, 248],
  ['group', '', 3691143357, 58, 3142348224, 225],
  ['', 'id', 2076071857, 58, 2052685490, 491],
  ['', '', 723937430, 31, 3669076631, 632],
  ['g', '  spaced  ', 4246810158, 59, 1179946413, 414],
  ['long', 'a'.repeat(64), 1890709751, 52, 3680128058, 59],
  ['undefined', 'user-1', 786544835, 36, 3568893021, 22],
  ['features.rollout', '298261117', 775762418, 19, 12247088, 89],
  ['rollout', '1', 146605331, 32, 636901176, 177],
  ['norsk', 'bjørn', 3743965820, 21, 4270170567, 568],
  ['功能', '用户', 2429876060, 61, 1085986956, 957],
  ['emoji', '😀', 3323180545, 46, 1219619761, 762],
]

test.for(normalized)(
  'bucket of group "%s" and id "%s"',
  ([group, id, hash, bucket, variantHash, variant]) => {
    expect(murmur3(`${group}:${id}`)).toBe(hash)
    expect(normalizedHash(id, group, 100)).toBe(bucket)
    expect(murmur3(`${group}:${id}`, VARIANT_SEED)).toBe(variantHash)
    expect(normalizedHash(id, group, 1000, VARIANT_SEED)).toBe(variant)
  },
)

test('texts of any length and script hash like their UTF-8 bytes', () => {
  const characters = ['a', 'ß', '用', '😀', '\ud800', '~']
  for (let length = 0; length < 40; length++) {
    const text = Array.from({ length }, (_, index) => characters[(index * 7 + length) % 6]).join('')
    for (let cut = 0; cut <= length; cut++) {
      const [group, id] = [text.slice(0, cut), text.slice(cut)]
      expect(murmur3(`${group}:${id}`)).toBe(bytewise(`${group}:${id}`))
      expect(normalizedHash(id, group, 2 ** 32) - 1).toBe(bytewise(`${group}:`, id))
    }
  }
})

test('a rollout of 25 % includes a quarter of many ids', () => {
  let selected = 0
  for (let id = 0; id < 200_000; id++) if (normalizedHash(`${id}`, 'quarter', 100) <= 25) selected++
  expect(selected / 200_000).toBeCloseTo(0.25, 2)
})

/** The reference implementation over bytes, for comparison. */
function bytewise(...texts: string[]): number {
  const bytes = new Uint8Array(texts.flatMap((text) => [...new TextEncoder().encode(text)]))
  const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by))
  const scramble = (word: number) => Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593)
  let hash = 0
  const blocks = bytes.length >> 2
  const view = new DataView(bytes.buffer)
  for (let block = 0; block < blocks; block++) {
    hash = Math.imul(rotate(hash ^ scramble(view.getUint32(block * 4, true)), 13), 5) + 0xe6546b64
  }
  let rest = 0
  for (let index = bytes.length - 1; index >= blocks * 4; index--) rest = (rest << 8) | view.getUint8(index)
  hash ^= scramble(rest) ^ bytes.length
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
