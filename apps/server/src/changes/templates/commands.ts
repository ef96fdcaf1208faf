import type { Permission } from '@flagstaff/contract/permissions'
import {
  CreateReleaseTemplate,
  type CreateTemplateMilestone,
  UpdateReleaseTemplate,
} from '@flagstaff/contract/release-templates'
import { Nullable } from '@flagstaff/contract/schema'
import Type from 'typebox'
import { invalid, nameTaken, notFound } from '../../platform/errors.ts'
import { ulid } from '../../platform/ulid.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import { acceptMilestones } from './accept.ts'
import { templateEvent } from './events.ts'
import {
  countTemplates,
  insertTemplate,
  lockTemplate,
  removeTemplate,
  replaceTemplate,
  setArchived,
} from './queries.ts'
import { type Template, templateOf } from './wire.ts'

/** Null for a template of all projects. */
const Owner = Type.Object({ project: Nullable(Type.String()) })
const TemplateId = Type.Interface([Owner], { id: Type.String() })
type TemplateId = { project: string | null; id: string }

export const limit = {
  name: 'releaseTemplates',
  resource: 'release templates',
  count: countTemplates,
} as const

/** The stored template as `If-Match` compares it. */
export const current = (template: Template) => templateOf(template)

export async function lockExisting(tx: Tx, { project, id }: TemplateId): Promise<Template> {
  const template = await lockTemplate(tx, project, id)
  if (!template) throw notFound('release template', id)
  return template
}

type Content = { name: string; description: string | null; milestones: readonly CreateTemplateMilestone[] }

/** Validates and stores the new content of a template that is locked. */
export async function store(tx: Tx, before: Template, content: Content): Promise<Template> {
  const milestones = await acceptMilestones(tx, content.milestones, before)
  const after = await replaceTemplate(tx, before, { ...content, name: content.name.trim(), milestones })
  if (!after) throw nameTaken('release template', content.name.trim())
  tx.record(templateEvent('updated', before, after))
  return after
}

type Family = { suffix: string; owned: boolean; create: Permission; update: Permission; remove: Permission }

/** The same commands for templates of all projects and for those of one, which need other permissions. */
function templateCommands({ suffix, owned, ...permissions }: Family) {
  const scope = ({ project }: { project: string | null }) => {
    if ((project !== null) !== owned) throw invalid('The release template has another owner.', 'project')
    return { project }
  }

  const create = command({
    name: `release-template.create${suffix}`,
    input: Type.Interface([CreateReleaseTemplate, Owner], {
      id: Type.Optional(Type.String()),
      archived: Type.Optional(Type.Boolean()),
    }),
    permission: permissions.create,
    scope,
    limit,
    async run(tx, { id = ulid(), archived = false, project, ...input }) {
      const template = await insertTemplate(tx, {
        id,
        project,
        archived,
        name: input.name.trim(),
        description: input.description ?? null,
        milestones: await acceptMilestones(tx, input.milestones ?? [], { project, milestones: [] }),
      })
      if (!template) throw nameTaken('release template', input.name.trim())
      tx.record(templateEvent('created', undefined, template))
      return template
    },
    inverse: ({ project }, { id }): Order => remove.with({ project, id }),
  })

  const update = command({
    name: `release-template.update${suffix}`,
    input: Type.Interface([UpdateReleaseTemplate, Owner], {}),
    permission: permissions.update,
    scope,
    load: lockExisting,
    current,
    run: (tx, { name, description = null, milestones }, before) =>
      store(tx, before, { name, description, milestones: milestones ?? before.milestones }),
    inverse: (_input, _result, before): Order => update.with(inputOf(before)),
  })

  const archive = command({
    name: `release-template.archive${suffix}`,
    input: TemplateId,
    permission: permissions.remove,
    scope,
    load: lockExisting,
    current,
    async run(tx, { id }, before) {
      if (before.archivedAt !== null) return
      tx.record(templateEvent('archived', before, await setArchived(tx, id, true)))
    },
    inverse: ({ project, id }, _result, { archivedAt }): Order[] =>
      archivedAt === null ? [revive.with({ project, id })] : [],
  })

  const revive = command({
    name: `release-template.revive${suffix}`,
    input: TemplateId,
    permission: permissions.remove,
    scope,
    limit,
    load: lockExisting,
    current,
    async run(tx, { id }, before) {
      if (before.archivedAt === null) return
      tx.record(templateEvent('updated', before, await setArchived(tx, id, false)))
    },
    inverse: ({ project, id }, _result, { archivedAt }): Order[] =>
      archivedAt === null ? [] : [archive.with({ project, id })],
  })

  const remove = command({
    name: `release-template.delete${suffix}`,
    input: TemplateId,
    permission: permissions.remove,
    scope,
    load: lockExisting,
    current,
    async run(tx, { id }, before) {
      await removeTemplate(tx, id)
      tx.record(templateEvent('deleted', before, undefined))
    },
    inverse: (_input, _result, before): Order =>
      create.with({ ...inputOf(before), archived: before.archivedAt !== null }),
  })

  return { create, update, archive, revive, remove }
}

export const inputOf = ({ id, project, name, description, milestones }: Template) => ({
  id,
  project,
  name,
  description,
  milestones,
})

export const shared = templateCommands({
  suffix: '',
  owned: false,
  create: 'RELEASE_PLAN_TEMPLATE_CREATE',
  update: 'RELEASE_PLAN_TEMPLATE_UPDATE',
  remove: 'RELEASE_PLAN_TEMPLATE_DELETE',
})

export const inProject = templateCommands({
  suffix: '-in-project',
  owned: true,
  create: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
  update: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
  remove: 'UPDATE_PROJECT_RELEASE_TEMPLATE',
})
