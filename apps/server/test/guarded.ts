import { sql } from 'kysely'
import { expect } from 'vitest'
import { watchGuards } from '../src/changes/guards/watch.ts'
import { progressDue } from '../src/flags/plans/progress.ts'
import { openPrometheus } from '../src/insight/usage/index.ts'
import { testApp } from './kit.ts'

export const home = '/api/admin/projects/default'
export const at = (flag: string, environment = 'production') =>
  `${home}/features/${flag}/environments/${environment}`
export const why = { headers: { 'x-change-reason': 'tests' } }

export type Counts = [onUses: number, onEvents: number, offUses: number, offEvents: number]
export const harmful: Counts = [100, 20, 1_900, 19]
export const harmless: Counts = [100, 1, 1_900, 19]
export const outcome = (featureName: string, [a, b, c, d]: Counts, metric = 'errors') => ({
  featureName,
  metric,
  enabled: { uses: a, events: b },
  disabled: { uses: c, events: d },
})
export const errors = { source: 'outcomes', metric: 'errors' } as const

/** A server with guarded rollouts, in which only the test looks at reports and starts steps. */
export async function openRollouts() {
  const { app, as, db, client } = await testApp()
  await app.startWork()
  await sql`delete from jobs.schedule where name in ('safeguards', 'release-plans')`.execute(db)

  const prometheus = openPrometheus(app.handles)
  /** The server looks too, now and then: what it has begun is awaited, and looked at again. */
  const watch = async () => {
    await watchGuards({ ...app.handles, prometheus })
    await sql`select from guard_states for update`.execute(db)
    await watchGuards({ ...app.handles, prometheus })
  }

  const secrets = new Map<string, string>()
  async function tokenFor(type: 'backend' | 'frontend', projects = ['default']) {
    const key = `${type} ${projects}`
    const known = secrets.get(key)
    if (known) return known
    const { body } = await as.admin.post('/api/admin/api-tokens', {
      tokenName: key,
      type,
      environment: 'production',
      projects,
    })
    secrets.set(key, body.secret)
    return body.secret as string
  }

  const report = async (outcomes: object[], headers: Record<string, string> = {}) =>
    client({ authorization: await tokenFor('backend'), ...headers }).post('/api/client/outcomes', {
      appName: 'shop',
      instanceId: 'one',
      outcomes,
    })

  /** A flag that is on in production with a gradual rollout to everybody. */
  async function makeFlag(name: string) {
    await as.admin.post(`${home}/features`, { name, type: 'release' })
    const { body } = await as.admin.post(`${at(name)}/strategies`, {
      name: 'flexibleRollout',
      parameters: { rollout: '100', stickiness: 'default', groupId: 'same-group' },
      constraints: [{ contextName: 'appName', operator: 'IN', values: ['shop'] }],
    })
    await as.admin.post(`${at(name)}/on`)
    return body.id as string
  }

  async function ramp(name: string, more: object = {}, rule?: string) {
    const { status, body } = await as.admin.post(`${at(name)}/ramp`, {
      ...(rule ? { strategyId: rule } : {}),
      steps: [5, 25, 100],
      minimumMinutes: 60,
      guards: [errors],
      ...more,
    })
    expect(status).toBe(200)
    return body
  }
  const planOf = async (name: string) => (await as.admin.get(`${at(name)}/release-plans`)).body[0]
  const guardsOf = async (name: string, plan: string) =>
    (await as.admin.get(`${at(name)}/release-plans/${plan}/guards`)).body.guards
  const stepOf = async (name: string) => {
    const { milestones, activeMilestoneId } = await planOf(name)
    return milestones.find(({ id }: { id: string }) => id === activeMilestoneId)?.name
  }
  const rolloutOf = async (name: string) =>
    (await as.admin.get(at(name))).body.strategies.map(
      ({ parameters }: { parameters: { rollout: string } }) => parameters.rollout,
    )
  const isOn = async (name: string) => (await as.admin.get(at(name))).body.enabled

  /** The minimum time of the step has passed. */
  async function letTimePass(name: string) {
    await sql`update release_plans set due_at = now() - interval '1 second' where flag = ${name}`.execute(db)
    const { id, activeMilestoneId } = await planOf(name)
    await progressDue(app.handles, {
      project: 'default',
      flag: name,
      environment: 'production',
      plan: id,
      milestone: activeMilestoneId,
    })
  }
  const send = async (name: string, counts: Counts, times: number) => {
    for (let i = 0; i < times; i++) expect((await report([outcome(name, counts)])).status).toBe(202)
  }
  await as.admin.post('/api/admin/projects', { id: 'other', name: 'Other', mode: 'private' })
  return {
    app,
    as,
    db,
    client,
    watch,
    tokenFor,
    report,
    makeFlag,
    ramp,
    planOf,
    guardsOf,
    stepOf,
    rolloutOf,
    isOn,
    letTimePass,
    send,
  }
}
