import type { Db } from '../../src/platform/database/database.ts'
import type { Answer, Client } from '../kit.ts'
import { guard, type Plans, preparePlans, safeguard } from './plans.ts'

export const home = '/api/admin/projects/default'

/** `request` was approved before anything was protected. */
export type Ground = {
  segment: number
  rules: { first: string; second: string }
  request: number
  plans: Plans
  /** A revision at which production served something else. */
  before: number
}

const variants = [{ name: 'a', weight: 1000, weightType: 'variable', stickiness: 'default' }]

/** Creates flags that are on in production, before it is protected. */
export async function prepare(admin: Client, db: Db): Promise<Ground> {
  await admin.post('/api/admin/projects', { id: 'other', name: 'Other' })
  const { id: segment } = (await admin.post('/api/admin/segments', { name: 'beta', constraints: [] })).body
  for (const name of ['on', 'off', 'child', 'parent', 'archived']) {
    await admin.post(`${home}/features`, { name })
    if (name !== 'off') await admin.post(`${production(name)}/on`)
  }
  await admin.post(`${flag('off')}/environments/development/on`)
  await admin.delete(flag('archived'))
  await admin.post(`${flag('child')}/dependencies`, { feature: 'parent' })
  // Variants of a flag itself come only from imports; new ones belong to rules.
  await admin.post('/api/admin/features-batch/import', {
    ...place,
    data: { ...file, featureStrategies: [], featureEnvironments: [{ name: 'on', enabled: true, variants }] },
  })
  const before = (await admin.get('/api/admin/events')).body.events[0].id as number
  const add = async (rule: object): Promise<string> =>
    (await admin.post(`${production('on')}/strategies`, { ...rollout, ...rule })).body.id
  const rules = { first: await add({ segments: [segment] }), second: await add({}) }
  const { body } = await admin.post(`${production('off')}/on`, undefined, { headers: { prefer: 'propose' } })
  await admin.put(`${home}/change-requests/${body.id}/state`, { state: 'In review' })
  return { segment, rules, request: body.id, before, plans: await preparePlans(admin, db) }
}

export type Way = (admin: Client, ground: Ground) => Promise<Answer>

const flag = (name: string) => `${home}/features/${name}`
const production = (name: string) => `${flag(name)}/environments/production`
const rule = (ground: Ground) => `${production('on')}/strategies/${ground.rules.first}`
const rollout = { name: 'flexibleRollout', parameters: { rollout: '7', stickiness: 'default', groupId: 'x' } }

const wide = { parameters: { rollout: '99', stickiness: 'default', groupId: 'x' } }
const place = { project: 'default', environment: 'production' }
const file = {
  features: [{ name: 'on' }],
  featureStrategies: [{ ...rollout, featureName: 'on' }],
  featureEnvironments: [{ name: 'on', enabled: true }],
  contextFields: [],
  featureTags: [],
  segments: [],
  tagTypes: [],
}

const codeFlag = (content: object) => ({
  project: 'default',
  path: 'on.yaml',
  content: { flag: 'on', ...content },
})

/** Applies flag files. What needs a review is proposed instead of refused; it is not made either. */
async function applyFiles(admin: Client, given: object): Promise<Answer> {
  const body = { owner: 'walk', config: { default: {} }, ...given }
  const { body: plan } = await admin.post('/api/admin/code/plan', body)
  const answer = await admin.post(`/api/admin/code/plans/${plan.id}/apply`, { allowMany: true })
  const { error, requests } = JSON.parse(String(answer.body).trim().split('\n').at(-1) ?? '{}')
  if (requests?.length > 0) return { ...answer, status: 403, body: { code: 'reasonNeeded' } }
  return { ...answer, status: error ? 403 : 200, body: { code: error?.code, message: error?.message } }
}

/** For every command that can change behaviour: a request that does so in production. */
export const ways: Record<string, Way | readonly Way[]> = {
  'change-request.apply': (admin, { request }) =>
    admin.put(`${home}/change-requests/${request}/state`, { state: 'Applied' }),
  'flag.enable': [
    (admin) => admin.post(`${production('off')}/on`),
    (admin) => admin.post(`${home}/bulk_features/environments/production/on`, { features: ['off'] }),
  ],
  'flag.disable': [
    (admin) => admin.post(`${production('on')}/off`),
    (admin) => admin.post(`${home}/bulk_features/environments/production/off`, { features: ['on', 'child'] }),
  ],
  'flag.update': (admin) => admin.put(flag('on'), { valueType: 'string', defaultValue: 'x' }),
  'flag.patch': (admin) =>
    admin.patch(flag('on'), [
      { op: 'add', path: '/valueType', value: 'string' },
      { op: 'add', path: '/defaultValue', value: 'x' },
    ]),
  'flag.archive': [
    (admin) => admin.delete(flag('on')),
    (admin) => admin.post(`${home}/archive`, { features: ['on'] }),
  ],
  'flag.createAll': (admin) => {
    const named = { ...rollout, featureName: 'imported' }
    const data = {
      ...file,
      features: [{ name: 'imported' }],
      featureStrategies: [named],
      featureEnvironments: [{ name: 'imported', enabled: true }],
    }
    return admin.post('/api/admin/features-batch/import', { ...place, data })
  },
  'flag.clone': (admin) => admin.post(`${flag('on')}/clone`, { name: 'copy' }),
  'flag.create': (admin) =>
    admin.post(`${home}/features`, {
      name: 'new',
      initialState: [{ environment: 'production', enabled: true, strategies: [rollout] }],
    }),
  'flag.move': [
    (admin) => admin.post(`${flag('on')}/changeProject`, { newProjectId: 'other' }),
    (admin) => admin.post(`${home}/move`, { features: ['on'], newProjectId: 'other' }),
  ],
  'flag.revive': [
    (admin) => admin.post('/api/admin/archive/revive/archived'),
    (admin) => admin.post(`${home}/revive`, { features: ['archived'] }),
  ],
  'flag.setVariants': [
    (admin) => admin.put(`${production('on')}/variants`, []),
    (admin) =>
      admin.put(`${flag('on')}/variants-batch`, {
        variants: [{ ...variants[0], name: 'b' }],
        environments: ['production'],
      }),
  ],
  'flag.patchVariants': (admin) =>
    admin.patch(`${production('on')}/variants`, [{ op: 'replace', path: '/0/name', value: 'b' }]),
  'dependency.add': (admin) => admin.post(`${flag('on')}/dependencies`, { feature: 'parent' }),
  'dependency.remove': (admin) => admin.delete(`${flag('child')}/dependencies/parent`),
  'dependency.removeAll': (admin) => admin.delete(`${flag('child')}/dependencies`),
  'rule.create': (admin) => admin.post(`${production('on')}/strategies`, rollout),
  'rule.update': (admin, ground) => admin.put(rule(ground), { name: 'default', segments: [] }),
  'rule.patch': [
    (admin, ground) =>
      admin.patch(rule(ground), [{ op: 'replace', path: '/parameters/rollout', value: '3' }]),
    (admin, ground) => admin.patch(rule(ground), [{ op: 'replace', path: '/disabled', value: true }]),
  ],
  'rule.delete': (admin, ground) => admin.delete(rule(ground)),
  'rule.sort': (admin, { rules }) =>
    admin.post(`${production('on')}/strategies/set-sort-order`, [
      { id: rules.first, sortOrder: 9 },
      { id: rules.second, sortOrder: 1 },
    ]),
  'rule.set': (admin, { rules }) =>
    admin.post('/api/admin/segments/strategies', {
      projectId: 'default',
      environmentId: 'production',
      strategyId: rules.first,
      segmentIds: [],
    }),
  'segment.update': (admin, { segment }) =>
    admin.put(`/api/admin/segments/${segment}`, {
      name: 'beta',
      constraints: [{ contextName: 'userId', operator: 'IN', values: ['1'] }],
    }),
  'flags.import': [
    (admin) =>
      admin.post('/api/admin/features-batch/import', {
        ...place,
        data: file,
      }),
    async (admin) => {
      const { body, ...answer } = await admin.post(`${home}/import`, {
        environment: 'production',
        data: file,
      })
      const { error } = JSON.parse(String(body).trim().split('\n').at(-1) ?? '{}')
      const code = /needs a reason/.test(error?.message) ? 'reasonNeeded' : error?.message
      return { ...answer, status: error ? 403 : 200, body: { code } }
    },
  ],
  'code.apply': [
    (admin) =>
      applyFiles(admin, { flags: [codeFlag({ environments: { production: { rules: [{ rollout: 3 }] } } })] }),
    (admin) => applyFiles(admin, { flags: [codeFlag({ environments: { production: { enabled: false } } })] }),
    (admin) => applyFiles(admin, { flags: [codeFlag({ dependencies: ['parent'] })] }),
    async (admin) => {
      await applyFiles(admin, { flags: [codeFlag({ description: null })] })
      return applyFiles(admin, { flags: [], config: { default: { remove: 'archive' } } })
    },
  ],
  'environment.promote': (admin) =>
    admin.post(`${home}/promote`, {
      from: 'development',
      to: 'production',
      features: [{ feature: 'off', enabled: true }],
    }),
  'environment.restore': (admin, { before }) =>
    admin.post(`${home}/environments/production/restore`, { feature: 'on', revision: before }),
  'environment.delete': (admin) => admin.delete('/api/admin/environments/production'),
  'plan.add': (admin) => admin.post(`${production('child')}/release-plans`, { templateId: 'steps' }),
  'plan.remove': (admin, { plans }) =>
    admin.delete(`${production('released')}/release-plans/${plans.running.id}`),
  'plan.ramp': (admin) => admin.post(`${production('child')}/ramp`, { steps: [50], minimumMinutes: 60 }),
  'plan.set': (admin, { plans }) => admin.post(`/api/admin/undo/${plans.undo}`, {}),
  'plan.start-milestone': (admin, { plans: { running } }) =>
    admin.post(`${production('released')}/release-plans/${running.id}/milestones/${running.last}/start`),
  'plan.update-rule': (admin, { plans }) =>
    admin.put(`${production('released')}/milestone-strategies/${plans.running.rules[0]}`, wide),
  'project-environment.remove': (admin) => admin.delete(`${home}/environments/production`),
  'protection.set': (admin) =>
    admin.put(`${home}/environments/production/change-requests/config`, { changeRequestsEnabled: false }),
}

/** Changes that decide what flags will do later. Freezes do not refuse them: they are judged when they take effect. */
export const plannedWays: Record<string, Way> = {
  'plan.update-rule, of a later milestone': (admin, { plans }) =>
    admin.put(`${production('released')}/milestone-strategies/${plans.running.rules[2]}`, wide),
  'plan.set-progression': (admin, { plans: { running } }) =>
    admin.put(`${production('released')}/progressions/${running.active}`, {
      targetMilestone: running.last,
      transitionCondition: { intervalMinutes: 1 },
    }),
  'plan.delete-progression': (admin, { plans }) =>
    admin.delete(`${production('released')}/progressions/${plans.running.active}`),
  'safeguard.set-for-plan': (admin, { plans }) =>
    admin.put(`${production('released')}/release-plans/${plans.running.id}/safeguards`, safeguard('other')),
  'safeguard.set-for-flag': (admin) => admin.put(`${production('on')}/safeguards`, safeguard('errors')),
  'safeguard.delete-from-plan': (admin, { plans: { running, safeguards } }) =>
    admin.delete(`${production('released')}/release-plans/${running.id}/safeguards/${safeguards.plan}`),
  'safeguard.delete-from-flag': (admin, { plans }) =>
    admin.delete(`${production('released')}/safeguards/${plans.safeguards.flag}`),
  'safeguard.replace-all': (admin, { plans }) => admin.post(`/api/admin/undo/${plans.safeguards.undo}`, {}),
  'guard.set': (admin, { plans }) =>
    admin.put(`${production('released')}/release-plans/${plans.running.id}/guards/other`, guard),
  'guard.delete': (admin, { plans }) =>
    admin.delete(`${production('released')}/release-plans/${plans.running.id}/guards/errors`),
  'plan.resume': (admin, { plans }) =>
    admin.post(`${production('paused')}/progressions/${plans.paused.id}/resume`),
}
