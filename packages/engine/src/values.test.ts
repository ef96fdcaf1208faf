import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isIpOrCidr, parseCidr } from './cidr.ts'
import { readDate } from './dates.ts'
import { readNumber } from './numbers.ts'
import { compareSemver, isStrictSemver, parseSemver } from './semver.ts'

test.for<[text: string, number: number | undefined]>([
  ['7', 7],
  [' 7 ', 7],
  ['0', 0],
  ['-0', -0],
  ['1e3', 1000],
  ['0x10', 16],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['', undefined],
  [' \t', undefined],
  ['NaN', undefined],
  ['5,0', undefined],
  ['1_000', undefined],
])('the number "%s" is parsed as %s', ([text, number]) => {
  expect(readNumber(text)).toBe(number)
})

test.for<[text: string, iso: string | undefined]>([
  ['2026-01-02', '2026-01-02T00:00:00.000Z'],
  ['2026', '2026-01-01T00:00:00.000Z'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05.678Z', '2026-01-02T03:04:05.678Z'],
  ['2026-01-02T03:04', '2026-01-02T03:04:00.000Z'],
  ['2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02t03:04:05z', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02 03:04:05+00', '2026-01-02T03:04:05.000Z'],
  ['2026-01-02T03:04:05+0200', '2026-01-02T01:04:05.000Z'],
  ['2026-01-02T03:04:05-05:30', '2026-01-02T08:34:05.000Z'],
  [' 2026-01-02 ', '2026-01-02T00:00:00.000Z'],
  ['1700000000000', undefined],
  ['2026-13-01', undefined],
  ['2026-01-02T25:00:00Z', undefined],
  ['Jan 2 2026', undefined],
  ['tomorrow', undefined],
  ['', undefined],
])('the date "%s" is parsed as %s', ([text, iso]) => {
  const date = readDate(text)
  expect(date === undefined ? undefined : new Date(date).toISOString()).toBe(iso)
})

test('a date without a time zone is UTC wherever the process runs', () => {
  const script = `import { readDate } from ${JSON.stringify(new URL('./dates.ts', import.meta.url).href)}
    process.stdout.write(new Date(readDate('2026-01-02T03:04:05')).toISOString())`
  const env = { ...process.env, TZ: 'America/New_York', NODE_NO_WARNINGS: '1' }
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { env })
  expect(output.toString()).toBe('2026-01-02T03:04:05.000Z')
})

test.for(['0.0.0', '1.2.3', '1.2.3-beta.1', '1.2.3-x-y.0+b.01', '9007199254740991.0.0'])(
  '%s is a valid version',
  (text) => {
    expect(isStrictSemver(text)).toBe(true)
  },
)

test.for([
  '',
  '1',
  '1.2',
  'v1.2.3',
  '=1.2.3',
  ' 1.2.3',
  '1.2.3\n',
  '01.2.3',
  '1.2.3-01',
  '1.2.3-',
  '1.2.3-a..b',
  '1.2.3.4',
  '9007199254740992.0.0',
])('"%s" is not a valid version', (text) => {
  expect(isStrictSemver(text)).toBe(false)
})

test('versions sort by precedence', () => {
  const sorted = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.2.0',
    '1.10.0',
    '2.0.0-99999999999999999998',
    '2.0.0-99999999999999999999',
    '2.0.0',
  ]
  const versions = sorted.map((text) => parseSemver(text) ?? { core: [], prerelease: [] })
  for (const [index, version] of versions.entries()) {
    for (const [otherIndex, other] of versions.entries()) {
      expect(Math.sign(compareSemver(version, other))).toBe(Math.sign(index - otherIndex))
    }
  }
})

test.for<[text: string, start: number[], prefix: number]>([
  ['10.1.2.3', [0x0a010203], 32],
  ['10.1.2.3/8', [0x0a010203], 8],
  ['255.255.255.255/0', [0xffffffff], 0],
  ['::', [0, 0, 0, 0], 128],
  ['::1', [0, 0, 0, 1], 128],
  ['2001:DB8::/32', [0x20010db8, 0, 0, 0], 32],
  ['1:2:3:4:5:6:7:8', [0x10002, 0x30004, 0x50006, 0x70008], 128],
  ['1:2:3:4:5:6:7::', [0x10002, 0x30004, 0x50006, 0x70000], 128],
  ['::1.2.3.4', [0, 0, 0, 0x01020304], 128],
  ['fe80::1%eth0', [0xfe800000, 0, 0, 1], 128],
  ['::ffff:10.0.0.1', [0x0a000001], 32],
  ['::ffff:10.0.0.0/104', [0x0a000000], 8],
  ['::ffff:10.0.0.0/95', [0, 0, 0xffff, 0x0a000000], 95],
])('%s is an IP address or range', ([text, start, prefix]) => {
  expect(parseCidr(text)).toEqual({ start, prefix })
  expect(isIpOrCidr(text)).toBe(true)
})

test.for([
  '',
  'localhost',
  '10.0.0',
  '10.0.0.256',
  '010.0.0.1',
  '10.0.0.1/33',
  '10.0.0.1/',
  '10.0.0.1/-1',
  '10.0.0.1/8/8',
  '/8',
  '::/129',
  '1::2::3',
  ':::',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7:8::',
  '12345::',
  '::g',
  '1.2.3.4::',
  '::1.2.3.4:5',
  '[::1]',
  ' ::1',
])('"%s" is not an IP address or range', (text) => {
  expect(isIpOrCidr(text)).toBe(false)
})
