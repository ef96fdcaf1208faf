import Type from 'typebox'
import { notAllowed } from '../../../platform/errors.ts'
import { command, type Order } from '../../../platform/write/commands.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { loadProject } from '../commands.ts'
import { projectArchived, projectRevived } from '../events.ts'
import { countActiveProjects } from '../queries.ts'
import { DEFAULT_PROJECT } from '../rules.ts'
import { countActiveFlags, setArchived } from './queries.ts'

const Input = Type.Object({ project: Type.String() })

export const archiveProject = command({
  name: 'project.archive',
  input: Input,
  permission: 'DELETE_PROJECT',
  scope: ({ project }) => ({ project }),
  locksProject: true,
  load: loadProject,
  async run(tx, { project }) {
    await checkEmpty(tx, project)
    const archived = await setArchived(tx, project, true)
    if (archived) tx.record(projectArchived(archived))
  },
  inverse: (input): Order => reviveProject.with(input),
})

export const reviveProject = command({
  name: 'project.revive',
  input: Input,
  permission: 'DELETE_PROJECT',
  scope: ({ project }) => ({ project }),
  locksProject: true,
  allowedWhen: ['archived'],
  limit: { name: 'projects', resource: 'projects', count: countActiveProjects },
  load: loadProject,
  async run(tx, { project }) {
    const revived = await setArchived(tx, project, false)
    if (revived) tx.record(projectRevived(revived))
  },
  inverse: (input): Order => archiveProject.with(input),
})

/** A project can only be archived or deleted if it has no active flags and is not the default project. */
export async function checkEmpty(tx: Tx, project: string) {
  if (project === DEFAULT_PROJECT) throw notAllowed('The default project cannot be archived or deleted.')
  const flags = await countActiveFlags(tx, project)
  if (flags > 0) {
    throw notAllowed(
      `The project ${project} still has ${flags} flags that are not archived. Archive them first.`,
    )
  }
}
