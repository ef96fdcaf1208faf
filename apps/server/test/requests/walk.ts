import { expect } from 'vitest'
import type { TestApp } from '../kit.ts'
import { type Environment, environments, type Flag, flags, keyOf, Model, type Step } from './model.ts'
import { type Advance, meant } from './steps.ts'

const home = '/api/admin/projects/default'
const reason = { 'x-change-reason': 'model' }

type Flags = Record<Flag, { name: string; rules: Record<Environment, string> }>
let runs = 0

/** Takes the steps on a real server and in the model, and compares them after each one. */
export async function walk(kit: TestApp, list: readonly (Step | Advance)[]): Promise<void> {
  const known = await prepare(kit)
  const model = new Model()
  const ids: number[] = []
  for (const abstract of list) {
    const one = meant(abstract, model)
    const should = model.take(one)
    const status = await send(kit, known, ids, one)
    expect({ step: one, done: status < 300 }).toEqual({ step: one, done: should })
    expect(status).toBeLessThan(500)
    await compare(kit, known, ids, model)
  }
}

async function prepare({ as, db }: TestApp): Promise<Flags> {
  await db.deleteFrom('change_requests').execute()
  await db.deleteFrom('protections').execute()
  const run = ++runs
  const made = await Promise.all(
    flags.map(async (flag) => {
      const name = `model-${run}-${flag}`
      await as.admin.post(`${home}/features`, { name })
      const rules = await Promise.all(
        environments.map(async (environment) => {
          const at = `${home}/features/${name}/environments/${environment}`
          const { body } = await as.admin.post(`${at}/strategies`, ruleWith(50))
          await as.admin.post(`${at}/on`)
          return [environment, body.id]
        }),
      )
      return [flag, { name, rules: Object.fromEntries(rules) }]
    }),
  )
  return Object.fromEntries(made)
}

const ruleWith = (rollout: number) => ({
  name: 'flexibleRollout',
  parameters: { rollout: String(rollout), stickiness: 'default', groupId: 'x' },
})

async function send(
  { as, client, actors }: TestApp,
  known: Flags,
  ids: number[],
  one: Step,
): Promise<number> {
  switch (one.do) {
    case 'protect':
      return (
        await as.admin.put(
          `${home}/environments/${one.environment}/change-requests/config`,
          { changeRequestsEnabled: one.on },
          { headers: reason },
        )
      ).status
    case 'move':
      return (
        await as[one.user].put(`${home}/change-requests/${ids[one.request] ?? 999_999}/state`, {
          state: one.to,
        })
      ).status
    case 'discard':
      return (await as[one.user].delete(`${home}/change-requests/${ids[one.request] ?? 999_999}`)).status
    case 'edit':
    case 'propose': {
      const headers = one.do === 'propose' ? { prefer: 'propose' } : reason
      const caller = client({ authorization: actors[one.user].token, ...headers })
      const { name, rules } = known[one.flag]
      const at = `${home}/features/${name}/environments/${one.environment}`
      const { status, body } =
        'rollout' in one.set
          ? await caller.put(`${at}/strategies/${rules[one.environment]}`, ruleWith(one.set.rollout))
          : await caller.post(`${at}/${one.set.on ? 'on' : 'off'}`)
      if (one.do === 'propose' && status === 202 && !ids.includes(body.id)) ids.push(body.id)
      return status
    }
  }
}

async function compare({ as, db }: TestApp, known: Flags, ids: readonly number[], model: Model) {
  const found = await Promise.all(
    flags.flatMap((flag) =>
      environments.map(async (environment) => {
        const { body } = await as.admin.get(
          `${home}/features/${known[flag].name}/environments/${environment}`,
        )
        const rollout = Number(body.strategies[0].parameters.rollout)
        return [keyOf(flag, environment), { rollout, on: body.enabled }] as const
      }),
    ),
  )
  expect(new Map(found)).toEqual(model.live)
  const rows = await db.selectFrom('change_requests').select(['id', 'state']).execute()
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  expect(ids.map((id) => states.get(id) ?? 'gone')).toEqual(model.requests.map(({ state }) => state))
}
