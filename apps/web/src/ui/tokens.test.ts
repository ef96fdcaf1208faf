import { expect, test } from 'vitest'
import { type Scheme, type Token, tokens } from './tokens.ts'

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string) => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const ratio = (a: string, b: string) => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}

const schemes: Scheme[] = ['light', 'dark']
const texts: Token[] = ['text', 'text-2', 'text-3', 'accent-text', 'ok', 'warn', 'bad', 'prod']
const surfaces: Token[] = ['bg', 'canvas', 'sunken']
const pairs = (list: Token[], on: Token[]) =>
  schemes.flatMap((scheme) => list.flatMap((token) => on.map((surface) => [scheme, token, surface] as const)))

test.each(pairs(texts, surfaces))(
  '%s: the contrast of %s on %s is sufficient for text',
  (scheme, token, surface) => {
    expect(ratio(tokens[scheme][token], tokens[scheme][surface])).toBeGreaterThanOrEqual(4.5)
  },
)

test.each([
  ['ok', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['bad', 'bad-soft'],
  ['prod', 'prod-soft'],
  ['prod', 'prod-wash'],
  ['accent-text', 'accent-soft'],
  ['text', 'ok2'],
  ['text', 'bad2'],
] as const)(
  'the contrast of %s on its background %s is sufficient for text, in both schemes',
  (token, surface) => {
    for (const scheme of schemes) {
      expect(ratio(tokens[scheme][token], tokens[scheme][surface])).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test.each(pairs(['field', 'control', 'spark', 'v1', 'v2', 'v3', 'accent'], ['bg']))(
  '%s: the contrast of the control %s on %s is sufficient',
  (scheme, token, surface) => {
    expect(ratio(tokens[scheme][token], tokens[scheme][surface])).toBeGreaterThanOrEqual(3)
  },
)

test('the contrast of white on the accent colour is sufficient for text', () => {
  for (const scheme of schemes) expect(ratio('#FFFFFF', tokens[scheme].accent)).toBeGreaterThanOrEqual(4.5)
})

test('index.html has the same colours', async () => {
  const { readFileSync } = await import('node:fs')
  const page = readFileSync(new URL('../../index.html', import.meta.url), 'utf8')
  for (const scheme of schemes) {
    const block = page.split(`color-scheme="${scheme}"`)[1]?.split('}')[0] ?? ''
    const found = [...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [
      name,
      value?.toUpperCase(),
    ])
    expect(found.length).toBeGreaterThan(5)
    expect(tokens[scheme]).toMatchObject(Object.fromEntries(found))
  }
})

test('tokens.css has the same values', async () => {
  const { readFileSync } = await import('node:fs')
  const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
  for (const scheme of schemes) {
    const block = css.split(`color-scheme="${scheme}"`)[1]?.split('}')[0] ?? ''
    const found = [...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [
      name,
      value?.toUpperCase(),
    ])
    expect(Object.fromEntries(found)).toEqual(tokens[scheme])
  }
})
