import type { CodeExport } from '@flagstaff/contract/code'
import { fromWire } from '@flagstaff/files/from-wire'
import { findProjectRules, listStates } from '../../flags/index.ts'
import type { Reader } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors.ts'
import { sees, type Viewer } from '../../platform/write/actor.ts'
import { readRevision } from '../../platform/write/basis.ts'
import { definitionOf, stateOf } from './fields.ts'
import { readSegmentNames } from './present.ts'
import { listEnvironments } from './queries.ts'

/** The flags of a project as files, with all environments. */
export async function exportCode(db: Reader, viewer: Viewer, project: string): Promise<CodeExport> {
  if (!sees(viewer, project) || !(await findProjectRules(db, project))) throw notFound('project', project)
  const revision = await readRevision(db)
  const flags = await listStates(db, viewer, { project }, await listEnvironments(db, project))
  const segments = await readSegmentNames(db, flags)
  return {
    revision,
    flags: flags.map((flag) =>
      fromWire({
        name: flag.name,
        ...definitionOf(flag),
        environments: flag.environments.map((state) => ({
          environment: state.environment,
          ...stateOf(state, segments),
        })),
      }),
    ),
  }
}
