import type { ProtectedEnvironment, ProtectionOptions } from '@flagstaff/contract/change-requests'
import { sql } from 'kysely'
import type { Db, Reader } from '../../../platform/database/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { sees, type Viewer } from '../../../platform/write/actor.ts'
import type { Tx } from '../../../platform/write/write.ts'

export type Protection = ProtectionOptions & { requiredApprovals: number }

const columns = [
  'protections.required_approvals as requiredApprovals',
  'protections.off_is_free as offIsFree',
  'protections.reason_required as reasonRequired',
  'protections.admins_approve_own as adminsApproveOwn',
  'protections.strict',
] as const

export const findProtection = (
  tx: Tx,
  project: string,
  environment: string,
): Promise<Protection | undefined> =>
  tx.db
    .selectFrom('protections')
    .select([...columns])
    .where('project', '=', project)
    .where('environment', '=', environment)
    .forUpdate()
    .executeTakeFirst()

export async function hasEnvironment(tx: Tx, project: string, environment: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('project_environments')
    .select('project')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export function saveProtection(tx: Tx, project: string, environment: string, protection: Protection) {
  const row = {
    required_approvals: protection.requiredApprovals,
    off_is_free: protection.offIsFree,
    reason_required: protection.reasonRequired,
    admins_approve_own: protection.adminsApproveOwn,
    strict: protection.strict,
  }
  return tx.db
    .insertInto('protections')
    .values({ project, environment, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'environment'])
        .doUpdateSet({ ...row, version: sql`protections.version + 1` }),
    )
    .execute()
}

export const deleteProtection = (tx: Tx, project: string, environment: string) =>
  tx.db
    .deleteFrom('protections')
    .where('project', '=', project)
    .where('environment', '=', environment)
    .execute()

/**
 * Removes protections of projects and environments that were deleted. An environment that a project has stopped using
 * keeps its protection, for when it is used again.
 */
export const removeLostProtections = (db: Db) =>
  db
    .deleteFrom('protections')
    .where(({ or, not, exists, selectFrom }) =>
      or([
        not(exists(selectFrom('projects').select('id').whereRef('id', '=', 'protections.project'))),
        not(
          exists(selectFrom('environments').select('name').whereRef('name', '=', 'protections.environment')),
        ),
      ]),
    )
    .execute()

/** Every environment of the project. An environment without protection has the settings that a new one would get. */
export async function listProtections(
  read: Reader,
  viewer: Viewer,
  project: string,
): Promise<ProtectedEnvironment[]> {
  const rows = await read
    .selectFrom('projects')
    .leftJoin('project_environments as used', 'used.project', 'projects.id')
    .leftJoin('environments', 'environments.name', 'used.environment')
    .leftJoin('protections', (join) =>
      join
        .onRef('protections.project', '=', 'used.project')
        .onRef('protections.environment', '=', 'used.environment'),
    )
    .select([...columns, 'environments.name as environment', 'environments.type'])
    .where('projects.id', '=', project)
    .orderBy('environments.sort_order')
    .orderBy('environments.name')
    .execute()
  if (rows.length === 0 || !sees(viewer, project)) throw notFound('project', project)
  return rows.flatMap(({ environment, type, ...row }) =>
    environment === null || type === null
      ? []
      : [
          {
            environment,
            type,
            changeRequestEnabled: row.requiredApprovals !== null,
            requiredApprovals: row.requiredApprovals,
            offIsFree: row.offIsFree ?? true,
            reasonRequired: row.reasonRequired ?? true,
            adminsApproveOwn: row.adminsApproveOwn ?? true,
            strict: row.strict ?? false,
          },
        ],
  )
}
