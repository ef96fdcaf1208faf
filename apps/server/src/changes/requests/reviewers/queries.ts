import type { Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { sees, type Viewer } from '../../../platform/write/actor.ts'
import type { Place } from '../../../platform/write/effects.ts'

/** Refuses a project that the viewer cannot see, and an environment that the project does not use. */
export async function requirePlace(read: Reader, viewer: Viewer, { project, environment }: Place) {
  const row = await read
    .selectFrom('projects')
    .leftJoin('project_environments as used', (join) =>
      join.onRef('used.project', '=', 'projects.id').on('used.environment', '=', environment),
    )
    .select('used.environment')
    .where('projects.id', '=', project)
    .executeTakeFirst()
  if (!row || !sees(viewer, project)) throw notFound('project', project)
  if (row.environment === null) throw notFound('environment', environment)
}
