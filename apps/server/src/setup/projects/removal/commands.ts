import Type from 'typebox'
import { deleteTokensOfProject } from '../../../people/tokens/index.ts'
import { command } from '../../../platform/write/commands.ts'
import { loadProject } from '../commands.ts'
import { projectDeleted } from '../events.ts'
import { checkEmpty } from '../lifecycle/commands.ts'
import { contextFieldDeleted, flagDeleted, segmentDeleted } from './events.ts'
import { listContextFields, lockSegments, removeArchivedFlags, removeProject } from './queries.ts'

export const deleteProject = command({
  name: 'project.delete',
  input: Type.Object({ project: Type.String() }),
  permission: 'DELETE_PROJECT',
  scope: ({ project }) => ({ project }),
  locksProject: true,
  allowedWhen: ['archived'],
  load: loadProject,
  async run(tx, { project: id }, project) {
    await checkEmpty(tx, id)
    const segments = await lockSegments(tx, id)
    for (const flag of await removeArchivedFlags(tx, id)) tx.record(flagDeleted(flag))
    for (const segment of segments) tx.record(segmentDeleted(id, segment))
    for (const field of await listContextFields(tx, id)) tx.record(contextFieldDeleted(id, field))
    const narrowed = await deleteTokensOfProject(tx, id)
    await removeProject(tx, id)
    tx.record(projectDeleted(project, narrowed))
  },
})
