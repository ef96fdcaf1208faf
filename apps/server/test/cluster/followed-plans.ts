import type pg from 'pg'
import { expect } from 'vitest'
import { createFlag, expectStatus, PROJECT } from './changes.ts'
import type { Server } from './server.ts'

export type Followed = { flag: string; plan: string }

const step = (rollout: string) => ({
  name: `To ${rollout} %`,
  sortOrder: Number(rollout),
  transitionCondition: { intervalMinutes: 60 },
  strategies: [{ sortOrder: 0, name: 'flexibleRollout', parameters: { rollout, stickiness: 'default' } }],
})

/** Release plans of three steps in the development environment. */
export async function openPlans(first: Server, database: pg.Pool) {
  const at = (flag: string) => `${PROJECT}/features/${flag}/environments/development`
  const template = await expectStatus(
    first.call('POST', '/api/admin/release-plan-templates', {
      name: 'Steps',
      milestones: ['1', '50', '100'].map(step),
    }),
    200,
  )
  let count = 0
  return {
    at,
    /** A flag that is on and follows a plan. */
    async follow(server: Server): Promise<Followed> {
      const flag = `released-${++count}`
      await expectStatus(createFlag(server, flag), 201)
      await expectStatus(server.call('POST', `${at(flag)}/on`), 200)
      const plan = { templateId: template.id }
      const { id } = await expectStatus(server.call('POST', `${at(flag)}/release-plans`, plan), 200)
      return { flag, plan: id }
    },
    /** Lets milestones be due, three days ago, and wakes up their jobs several times, or only the sweep. */
    async comeDue(followed: readonly Followed[], { sweep = false } = {}) {
      const plans = followed.map(({ plan }) => plan)
      await database.query("update release_plans set due_at = now() - interval '3 days' where id = any($1)", [
        plans,
      ])
      if (sweep) {
        await database.query(
          `insert into jobs.job (name, policy, heartbeat_seconds)
           select name, policy, heartbeat_seconds from jobs.queue where name = 'release-plans' on conflict do nothing`,
        )
        return
      }
      await database.query(
        `insert into jobs.job (name, data, retry_limit) select name, data, 5 from jobs.job, generate_series(1, 9)
         where name = 'progress-release-plan' and data ->> 'plan' = any($1)`,
        [plans],
      )
      await database.query("update jobs.job set start_after = now() where data ->> 'plan' = any($1)", [plans])
    },
    /** The active milestone, the rules that come from the plan, and how often a milestone was started. */
    async outcome({ plan, flag }: Followed) {
      const { rows } = await database.query(
        `select m ->> 'name' as active, p.paused_at is not null as paused,
           array(select r.parameters ->> 'rollout' from rules r where r.flag = $2 and r.title is null
             and exists (select from jsonb_path_query(p.milestones, '$[*].strategies[*].id') s where s #>> '{}' = r.id))
             as rollouts,
           (select count(*)::int from events where flag = $2 and type = 'release-plan-milestone-started') as started
         from release_plans p, jsonb_array_elements(p.milestones) m
         where p.id = $1 and m ->> 'id' = p.active_milestone`,
        [plan, flag],
      )
      return rows[0]
    },
  }
}

const waiting = { active: 'To 1 %', rollouts: ['1'], started: 0, paused: false }
export const progressed = { active: 'To 50 %', rollouts: ['50'], started: 1, paused: false }
export const isOneStep = (found: object) =>
  expect([waiting, progressed, { ...waiting, paused: true }, { ...progressed, paused: true }]).toContainEqual(
    found,
  )
