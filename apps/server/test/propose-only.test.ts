import type { Operation } from '@flagstaff/contract/operation'
import { operationsByArea } from '@flagstaff/contract/operations/index'
import { beforeAll, describe, expect, test } from 'vitest'
import { digest } from './credentials.ts'
import { inOrder, openExamples, sendExample } from './examples/send.ts'

// Sends the example of every operation that is not a GET, as an administrator whose token can only propose changes.
// Nothing that is served may change, whatever the operation is.

const secret = 'user:proposer-secret'
const elsewhere = new Set<unknown>([
  'public',
  'backend token',
  'frontend token',
  'SDK token',
  'SCIM token',
  'signal endpoint token',
])
const changing = (list: Record<string, Operation>) =>
  inOrder(list).filter(([key, { permission }]) => !key.startsWith('GET ') && !elsewhere.has(permission))
const areas = Object.entries(operationsByArea).filter(([, list]) => changing(list).length > 0)
/** Events of what is left to a proposer. */
const harmless = /^(change-|feature-created$|feature-comment-)/

describe.each(areas)('%s', (area, list) => {
  let opened: Awaited<ReturnType<typeof openExamples>>
  beforeAll(async () => {
    opened = await openExamples(area)
    const { kit } = opened
    await kit.db
      .insertInto('personal_tokens')
      .values({
        user_id: kit.actors.admin.id,
        description: 'proposals',
        digest: digest(secret),
        expires_at: new Date(Date.now() + 1e9),
        propose_only: true,
      })
      .execute()
  })

  test.each(changing(list))('%s', async (key, operation) => {
    const { db } = opened.kit
    const { revision: before } = await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()
    const served = await documents()
    const response = await sendExample(opened, [key, operation], { authorization: secret })
    const added = (await documents()).filter((one) => !served.some((other) => isSame(one, other)))
    expect(added.filter(({ kind, doc }) => kind !== 'flag' || isOn(doc))).toEqual([])
    expect(await documents()).toEqual(expect.arrayContaining(served))
    const events = await db.selectFrom('events').select('type').where('revision', '>', before).execute()
    for (const { type } of events) expect(type).toMatch(harmless)
    if (response.statusCode === 403 && events.length === 0) return
    expect(response.statusCode, response.body.slice(0, 300)).toBeLessThan(500)
  })

  const documents = () =>
    opened.kit.db
      .selectFrom('published')
      .select(['kind', 'environment', 'name', 'from_revision', 'until_revision', 'doc'])
      .execute()
})

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
const isOn = (doc: unknown) => JSON.stringify(doc).includes('"enabled":true')
