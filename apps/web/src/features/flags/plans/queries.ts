import type { TransitionCondition } from '@flagstaff/contract/release-plans'
import { type Review, send } from '../../../lib/api.ts'
import { useChange } from '../../../lib/change.ts'
import { type Place, paramsOf, touched } from '../page/queries.ts'
import type { RuleBody } from '../rules/rule.ts'
import { t } from './messages.ts'

const base = '/api/admin/projects/:projectId/features/:featureName/environments/:environment'

type Way = { review?: Review | undefined }

/** The changes of the plan that a flag follows in an environment. */
export function usePlanChanges(place: Place, environment: string) {
  const params = { ...paramsOf(place), environment }
  const refresh = [...touched(place.flag), ['release-template']]
  const done = () => t('done.changed', { environment })
  return {
    add: useChange<Way & { template: string }>({
      run: ({ template, review }) =>
        send(`POST ${base}/release-plans`, { params, body: { templateId: template } }, { review }),
      refresh,
      done: () => t('done.added', { environment }),
    }),
    remove: useChange<Way & { plan: string }>({
      run: ({ plan, review }) =>
        send(`DELETE ${base}/release-plans/:planId`, { params: { ...params, planId: plan } }, { review }),
      refresh,
      done: () => t('done.removed', { environment }),
    }),
    start: useChange<Way & { plan: string; milestone: { id: string; name: string } }>({
      run: ({ plan, milestone, review }) =>
        send(
          `POST ${base}/release-plans/:planId/milestones/:milestoneId/start`,
          { params: { ...params, planId: plan, milestoneId: milestone.id } },
          { review },
        ),
      refresh,
      done: ({ milestone }) => t('done.started', { name: milestone.name, environment }),
    }),
    pause: useChange<{ plan: string; reason: string }>({
      run: ({ plan, reason }) =>
        send(`POST ${base}/release-plans/:planId/pause`, {
          params: { ...params, planId: plan },
          body: reason ? { reason } : {},
        }),
      refresh,
      done: () => t('done.paused', { environment }),
    }),
    resume: useChange<Way & { plan: string }>({
      run: ({ plan, review }) =>
        send(`POST ${base}/progressions/:planId/resume`, { params: { ...params, planId: plan } }, { review }),
      refresh,
      done: () => t('done.resumed', { environment }),
    }),
    setNext: useChange<Way & { source: string; target: string; condition: TransitionCondition | null }>({
      run: ({ source, target, condition, review }) =>
        condition === null
          ? send(`DELETE ${base}/progressions/:id`, { params: { ...params, id: source } }, { review })
          : send(
              `PUT ${base}/progressions/:id`,
              {
                params: { ...params, id: source },
                body: { targetMilestone: target, transitionCondition: condition },
              },
              { review },
            ),
      refresh,
      done,
    }),
    setRule: useChange<Way & { id: string; rule: RuleBody }>({
      run: ({ id, rule: { name: _, title, ...rule }, review }) =>
        send(
          `PUT ${base}/milestone-strategies/:strategyId`,
          { params: { ...params, strategyId: id }, body: { ...rule, title: title.trim() || null } },
          { review },
        ),
      refresh,
      done,
    }),
  }
}
