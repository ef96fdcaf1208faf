import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/database.ts'
import type { Client } from '../kit.ts'

/** A plan, with its active and its last milestone, and the first rule of each milestone. */
type Plan = { id: string; active: string; last: string; rules: string[] }

/** `undo` starts the second milestone of the running plan again. */
export type Plans = {
  running: Plan
  paused: Plan
  undo: string
  /** Of the running plan and of its flag; `undo` takes back one of the other flag. */
  safeguards: { plan: string; flag: string; undo: string }
}

const home = '/api/admin/projects/default/features'
const step = (rollout: string) => ({
  id: rollout,
  name: `${rollout} %`,
  sortOrder: Number(rollout),
  transitionCondition: { type: 'time', intervalMinutes: 60 },
  strategies: [
    {
      id: rollout,
      sortOrder: 0,
      name: 'flexibleRollout',
      title: null,
      disabled: false,
      parameters: { rollout, stickiness: 'default' },
      constraints: [],
      segments: [],
      variants: [],
    },
  ],
})

/** Lets two flags follow a plan in production, one of which is paused. */
export async function preparePlans(admin: Client, db: Db): Promise<Plans> {
  const milestones = JSON.stringify(['1', '5', '50'].map(step))
  await sql`insert into release_templates (id, name, milestones, created_by_id)
    values ('steps', 'Steps', ${milestones}::jsonb, 1)`.execute(db)
  const running = await follow(admin, 'released')
  const start = (index: number) =>
    admin.post(`${at('released')}/${running.id}/milestones/${running.milestones[index]?.id}/start`)
  const safeguards = await prepareSafeguards(admin, running.id)
  await start(1)
  const { headers } = await start(0)
  const paused = await follow(admin, 'paused')
  await admin.post(`${at('paused')}/${paused.id}/pause`, {})
  const set = await admin.put(`${home}/paused/environments/production/safeguards`, safeguard('latency'))
  return {
    running: planOf(running),
    paused: planOf(paused),
    undo: String(headers['x-undo']),
    safeguards: { ...safeguards, undo: String(set.headers['x-undo']) },
  }
}

export const guard = { source: 'outcomes', metric: 'errors' }

export const safeguard = (metricName: string) => ({
  impactMetric: { metricName, timeRange: 'hour', aggregationMode: 'count', labelSelectors: {} },
  triggerCondition: { operator: '>', threshold: 1_000 },
})

async function prepareSafeguards(admin: Client, plan: string): Promise<{ plan: string; flag: string }> {
  const here = `${home}/released/environments/production`
  await admin.put(`${at('released')}/${plan}/safeguards`, safeguard('latency'))
  await admin.put(`${here}/safeguards`, safeguard('crashes'))
  await admin.put(`${at('released')}/${plan}/guards/errors`, guard)
  const { releasePlans, safeguards } = (await admin.get(here)).body
  return { plan: releasePlans[0].safeguards[0].id, flag: safeguards[0].id }
}

type Wire = { id: string; milestones: { id: string; strategies: { id: string }[] }[] }

const at = (name: string) => `${home}/${name}/environments/production/release-plans`

async function follow(admin: Client, name: string): Promise<Wire> {
  await admin.post(home, { name })
  await admin.post(`${home}/${name}/environments/production/on`)
  return (await admin.post(at(name), { templateId: 'steps' })).body
}

const planOf = ({ id, milestones }: Wire): Plan => ({
  id,
  active: milestones[0]?.id ?? '',
  last: milestones.at(-1)?.id ?? '',
  rules: milestones.map(({ strategies }) => strategies[0]?.id ?? ''),
})
