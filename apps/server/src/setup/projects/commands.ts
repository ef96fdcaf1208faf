import {
  CreateProject,
  type ProjectCreated,
  UpdateProject,
  UpdateProjectEnterpriseSettings,
} from '@flagstaff/contract/projects'
import Type from 'typebox'
import { makeOwner } from '../../people/access/index.ts'
import { invalid, nameTaken, notFound } from '../../platform/errors.ts'
import { command, type Order } from '../../platform/write/commands.ts'
import type { Tx } from '../../platform/write/write.ts'
import {
  attachEnvironments,
  clearProtections,
  listEnabledEnvironments,
  listKnownEnvironments,
} from './environments/queries.ts'
import { protectEnvironments } from './environments/reviews.ts'
import { projectCreated, projectUpdated } from './events.ts'
import {
  countActiveProjects,
  findProject,
  insertProject,
  isSticky,
  listIdsLike,
  type ProjectFields,
  type ProjectRecord,
  replaceProject,
} from './queries.ts'
import { checkLinkTemplates, checkNaming, checkProjectId, cleanName, freeId, slugOf } from './rules.ts'

const alwaysSticky = new Set(['default', 'userId', 'sessionId', 'random'])
const MOST_ATTEMPTS = 5

export const createProject = command({
  name: 'project.create',
  input: CreateProject,
  permission: 'CREATE_PROJECT',
  scope: () => ({}),
  limit: { name: 'projects', resource: 'projects', count: countActiveProjects },
  async run(tx, input): Promise<ProjectCreated> {
    const environments = await chooseEnvironments(tx, input.environments ?? [])
    const project = await insert(tx, input)
    await attachEnvironments(tx, project.id, environments)
    await makeOwner(tx, project.id)
    tx.record(projectCreated(project, environments))
    await clearProtections(tx, project.id)
    const changeRequestEnvironments = await protectEnvironments(
      tx,
      project.id,
      environments,
      input.changeRequestEnvironments,
    )
    const { id, name, description, mode, defaultStickiness, featureLimit } = project
    return {
      id,
      name,
      ...(description === undefined ? {} : { description }),
      mode,
      defaultStickiness,
      featureLimit,
      environments,
      ...(changeRequestEnvironments.length > 0 ? { changeRequestEnvironments } : {}),
    }
  },
})

export const updateProject = command({
  name: 'project.update',
  input: Type.Interface([UpdateProject], { project: Type.String() }),
  permission: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
  scope: ({ project }) => ({ project }),
  locksProject: true,
  load: loadProject,
  async run(tx, { project, ...input }, before) {
    const { defaultStickiness = before.defaultStickiness } = input
    if (defaultStickiness !== before.defaultStickiness) await checkStickiness(tx, defaultStickiness, project)
    await change(tx, before, {
      name: cleanName(input.name),
      description: input.description ?? before.description,
      featureLimit: input.featureLimit === undefined ? before.featureLimit : input.featureLimit,
      mode: input.mode ?? before.mode,
      defaultStickiness,
    })
  },
  inverse: ({ project }, _result, { name, description, featureLimit, mode, defaultStickiness }): Order =>
    updateProject.with({
      project,
      name,
      description: description ?? '',
      featureLimit,
      mode,
      defaultStickiness,
    }),
})

export const updateProjectSettings = command({
  name: 'project.updateSettings',
  input: Type.Interface([UpdateProjectEnterpriseSettings], { project: Type.String() }),
  permission: ['UPDATE_PROJECT', 'PROJECT_SETTINGS_WRITE'],
  scope: ({ project }) => ({ project }),
  locksProject: true,
  load: loadProject,
  async run(tx, { featureNaming, linkTemplates, mode }, before) {
    if (featureNaming) checkNaming(featureNaming)
    if (linkTemplates) checkLinkTemplates(linkTemplates)
    await change(tx, before, {
      mode: mode ?? before.mode,
      featureNaming: featureNaming ?? before.featureNaming,
      linkTemplates: linkTemplates ?? before.linkTemplates,
    })
  },
  inverse: ({ project }, _result, { mode, featureNaming, linkTemplates }): Order =>
    updateProjectSettings.with({ project, mode, featureNaming, linkTemplates }),
})

/** The guard has already locked the project. */
export async function loadProject(tx: Tx, { project }: { project: string }): Promise<ProjectRecord> {
  const found = await findProject(tx.read, project)
  if (!found) throw notFound('project', project)
  return found
}

async function change(tx: Tx, before: ProjectRecord, fields: Partial<ProjectFields>) {
  const wanted = { ...before, ...fields }
  if (JSON.stringify(wanted) === JSON.stringify(before)) return
  const project = await replaceProject(tx, wanted)
  tx.record(projectUpdated(before, project))
}

async function insert(tx: Tx, input: CreateProject): Promise<ProjectRecord> {
  const fields = {
    name: cleanName(input.name),
    description: input.description ?? undefined,
    mode: input.mode ?? 'open',
    defaultStickiness: input.defaultStickiness ?? 'default',
    featureLimit: null,
    featureNaming: { pattern: null, example: null, description: null },
    linkTemplates: [],
  }
  await checkStickiness(tx, fields.defaultStickiness, '')
  if (input.id) {
    checkProjectId(input.id)
    const project = await insertProject(tx, { id: input.id, ...fields })
    if (!project) throw nameTaken('project', input.id)
    return project
  }
  const slug = slugOf(fields.name)
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const id = freeId(slug, await listIdsLike(tx, slug))
    const project = await insertProject(tx, { id, ...fields })
    if (project) return project
  }
  throw nameTaken('project', slug)
}

async function checkStickiness(tx: Tx, field: string, project: string) {
  if (alwaysSticky.has(field) || (await isSticky(tx, field, project))) return
  throw invalid(`${field} is not a context field that can be used for stickiness.`, 'defaultStickiness')
}

/** The requested environments, or all that are turned on. */
async function chooseEnvironments(tx: Tx, wanted: readonly string[]): Promise<string[]> {
  if (wanted.length === 0) {
    const enabled = await listEnabledEnvironments(tx)
    if (enabled.length === 0) throw invalid('All environments are turned off. Choose some.', 'environments')
    return enabled
  }
  const known = await listKnownEnvironments(tx, wanted)
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined) throw invalid(`The environment ${unknown} does not exist.`, 'environments')
  return known
}
