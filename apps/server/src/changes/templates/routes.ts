import { releaseTemplatesOperations } from '@flagstaff/contract/operations/release-templates'
import { notFound } from '../../platform/errors.ts'
import { routesOf } from '../../platform/http/serve.ts'
import type { App } from '../../platform/http/server.ts'
import { shared } from './commands.ts'
import {
  addMilestone,
  addRule,
  removeMilestone,
  removeRule,
  updateMilestone,
  updateRule,
} from './milestones.ts'
import { findTemplate, listTemplates } from './queries.ts'
import { milestoneOf, ruleOf, type Template, templateOf } from './wire.ts'

const templates = '/api/admin/release-plan-templates'
const project = null

export async function templateRoutes(app: App) {
  const serve = routesOf(app, releaseTemplatesOperations)
  serve(`GET ${templates}`, async (request) =>
    listTemplates(app.read, request.signedIn().viewer, {
      project,
      archived: request.query.archived ?? false,
    }),
  )
  serve(`POST ${templates}`, { command: shared.create }, async (request) =>
    templateOf(await request.dispatch(shared.create, { ...request.body, project })),
  )
  serve(`GET ${templates}/:templateId`, async (request) => {
    const { templateId } = request.params
    const template = await findTemplate(app.read, request.signedIn().viewer, templateId)
    if (!template) throw notFound('release template', templateId)
    return templateOf(template)
  })
  serve(`PUT ${templates}/:templateId`, { command: shared.update }, async (request) => {
    const input = { ...request.body, id: request.params.templateId, project }
    return templateOf(await request.dispatch(shared.update, input))
  })
  serve(`DELETE ${templates}/:templateId`, { command: shared.remove }, async (request, reply) => {
    await request.dispatch(shared.remove, { project, id: request.params.templateId })
    return reply.code(200).send()
  })
  serve(`POST ${templates}/archive/:templateId`, { command: shared.archive }, async (request, reply) => {
    await request.dispatch(shared.archive, { project, id: request.params.templateId })
    return reply.code(200).send()
  })
  serve(`POST ${templates}/revive/:templateId`, { command: shared.revive }, async (request, reply) => {
    await request.dispatch(shared.revive, { project, id: request.params.templateId })
    return reply.code(200).send()
  })
  milestoneRoutes(app)
}

function milestoneRoutes(app: App) {
  const serve = routesOf(app, releaseTemplatesOperations)
  const milestones = `${templates}/:templateId/milestones` as const
  serve(`POST ${milestones}`, { command: addMilestone }, async (request) => {
    const input = { id: request.params.templateId, content: request.body }
    return changed(await request.dispatch(addMilestone, input))
  })
  serve(`PUT ${milestones}/:milestoneId`, { command: updateMilestone }, async (request) => {
    const { templateId: id, milestoneId: milestone } = request.params
    return changed(await request.dispatch(updateMilestone, { id, milestone, content: request.body }))
  })
  serve(`DELETE ${milestones}/:milestoneId`, { command: removeMilestone }, async (request, reply) => {
    const { templateId: id, milestoneId: milestone } = request.params
    await request.dispatch(removeMilestone, { id, milestone })
    return reply.code(200).send()
  })
  const rules = `${milestones}/:milestoneId/strategies` as const
  serve(`POST ${rules}`, { command: addRule }, async (request) => {
    const { templateId: id, milestoneId: milestone } = request.params
    return changed(await request.dispatch(addRule, { id, milestone, content: request.body }))
  })
  serve(`PUT ${rules}/:strategyId`, { command: updateRule }, async (request) => {
    const { templateId: id, milestoneId: milestone, strategyId: rule } = request.params
    const done = await request.dispatch(updateRule, { id, milestone, rule, content: request.body })
    const stored = changedMilestone(done).strategies.find((one) => one.id === rule)
    if (!stored) throw notFound('rule', rule)
    return ruleOf(milestone, stored)
  })
  serve(`DELETE ${rules}/:strategyId`, { command: removeRule }, async (request, reply) => {
    const { templateId: id, milestoneId: milestone, strategyId: rule } = request.params
    await request.dispatch(removeRule, { id, milestone, rule })
    return reply.code(200).send()
  })
}

type Done = { template: Template; milestone: string }

function changedMilestone({ template, milestone }: Done) {
  const found = template.milestones.find(({ id }) => id === milestone)
  if (!found) throw notFound('milestone', milestone)
  return found
}

const changed = (done: Done) => milestoneOf(done.template.id, changedMilestone(done))
