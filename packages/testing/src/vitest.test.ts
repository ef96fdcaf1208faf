import { readdirSync, readFileSync } from 'node:fs'
import { OpenFeature } from '@openfeature/server-sdk'
import { expect, test } from 'vitest'
import { flags } from './index.ts'
import { useFlags } from './vitest.ts'

const testFlags = useFlags({ 'new-checkout': false, colour: 'blue', size: 3, box: { wide: true } })
const client = OpenFeature.getClient()

test('OpenFeature returns the values of the test', async () => {
  expect(await client.getBooleanValue('new-checkout', true)).toBe(false)
  expect(await client.getStringValue('colour', 'grey')).toBe('blue')
  expect(await client.getNumberValue('size', 0)).toBe(3)
  expect(await client.getObjectValue('box', {})).toEqual({ wide: true })
  expect(await client.getBooleanDetails('other', true)).toMatchObject({
    value: true,
    errorCode: 'FLAG_NOT_FOUND',
  })
})

test('a test can change flags', async () => {
  testFlags.set({ 'new-checkout': true })
  expect(await client.getBooleanValue('new-checkout', false)).toBe(true)
  expect(await client.getStringValue('colour', 'grey')).toBe('blue')
})

test('changes are undone after each test', async () => {
  expect(await client.getBooleanValue('new-checkout', true)).toBe(false)
})

test('a domain has separate flags', async () => {
  await flags({ colour: 'red' }, 'shop')
  expect(await OpenFeature.getClient('shop').getStringValue('colour', 'grey')).toBe('red')
  expect(await client.getStringValue('colour', 'grey')).toBe('blue')
})

test('the package has at most 200 lines', () => {
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))
  const lines = files.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n'))
  expect(lines.length).toBeLessThanOrEqual(200)
})
