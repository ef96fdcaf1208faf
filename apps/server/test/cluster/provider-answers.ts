import type { Client } from '@openfeature/server-sdk'
import type { Unleash } from 'unleash-client'
import { createFlag, expectStatus, PROJECT, rulesOf } from './changes.ts'
import type { Server } from './server.ts'

const COUNTRIES = ['no', 'se', 'de', 'pt']
const constraintsOf = (index: number) =>
  [
    [],
    [{ contextName: 'country', operator: 'IN', values: COUNTRIES.slice(0, 2) }],
    [{ contextName: 'age', operator: 'NUM_GTE', value: '40' }],
    [{ contextName: 'email', operator: 'STR_ENDS_WITH', values: ['@example.com'], caseInsensitive: true }],
    [{ contextName: 'version', operator: 'SEMVER_GT', value: '1.5.0', inverted: true }],
    [{ contextName: 'beta', operator: 'IN', values: ['true'] }],
    [{ contextName: 'currentTime', operator: 'DATE_AFTER', value: '2026-01-01T00:00:00.000Z' }],
  ][index % 7] ?? []

const variantsOf = (index: number, stickiness: string) =>
  index % 2 === 0
    ? []
    : ['red', 'green', 'blue'].map((name) => ({
        name,
        weight: name === 'red' ? 334 : 333,
        weightType: 'variable',
        stickiness,
        ...(index % 3 === 0 ? {} : { payload: { type: 'string', value: `${name} ${index}` } }),
      }))

/** Flags of many kinds; the last one to be turned on is called `last`. */
export async function createFlags(server: Server, count: number): Promise<string[]> {
  const body = { name: 'nordic', constraints: constraintsOf(1) }
  const segment = await expectStatus(server.call('POST', '/api/admin/segments', body), 201)
  const names = Array.from({ length: count }, (_, index) =>
    index === count - 1 ? 'last' : `answer-${index}`,
  )
  for (const [index, name] of names.entries()) {
    await expectStatus(createFlag(server, name), 201)
    const isLast = name === 'last'
    const stickiness = isLast ? 'default' : (['default', 'userId', 'country'][index % 3] ?? '')
    const rollout = isLast ? '100' : String(40 + ((index * 13) % 61))
    const rule = {
      name: 'flexibleRollout',
      parameters: { rollout, stickiness, groupId: name },
      constraints: isLast ? [] : constraintsOf(index),
      segments: index % 5 === 4 && !isLast ? [segment.id] : [],
      variants: variantsOf(index, stickiness),
    }
    await expectStatus(server.call('POST', rulesOf(name), rule), 200)
    if (index % 8 !== 7 || isLast)
      await expectStatus(server.call('POST', `${PROJECT}/features/${name}/environments/development/on`), 200)
  }
  return names
}

type Pair = { client: Client; sdk: Unleash; names: string[]; users: number }

/** Asks both for every flag and user, on or off and the payload of the variant. */
export async function compareAnswers({ client, sdk, names, users }: Pair) {
  const different: object[] = []
  let [compared, on, variants] = [0, 0, 0]
  for (const name of names)
    for (let user = 0; user < users; user++) {
      const properties = {
        country: COUNTRIES[user % 5] ?? 'us',
        age: user % 80,
        email: user % 3 === 0 ? `u${user}@EXAMPLE.com` : `u${user}@example.org`,
        version: `1.${user % 10}.0`,
        beta: user % 4 === 0,
      }
      const userId = `user-${user}`
      const ours = await client.getBooleanDetails(name, false, { targetingKey: userId, ...properties })
      const text = await client.getStringDetails(name, 'none', { targetingKey: userId, ...properties })
      const asked = { userId, properties: { ...properties, beta: String(properties.beta) } }
      const variant = sdk.getVariant(name, asked)
      const theirs = {
        value: sdk.isEnabled(name, asked),
        variant: variant.enabled ? variant.name : undefined,
        text: variant.payload?.value ?? 'none',
      }
      compared++
      if (theirs.value) on++
      if (theirs.variant) variants++
      const answer = { value: ours.value, variant: ours.variant, text: text.value }
      if (JSON.stringify(answer) !== JSON.stringify(theirs)) different.push({ name, asked, answer, theirs })
    }
  return { compared, on, variants, different: different.slice(0, 5) }
}
