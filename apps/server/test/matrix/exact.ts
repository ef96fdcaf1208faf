import type { Operation as Contracted } from '@flagstaff/contract/operation'
import { operationsByArea } from '@flagstaff/contract/operations/index'
import { sql } from 'kysely'
import type { Db } from '../../src/platform/database/database.ts'
import { inOrder, openExamples, sendExample } from '../examples/send.ts'
import { expectation, type Principal } from './expectation.ts'
import { contract, type Place } from './operations.ts'
import { makePrincipals, OWN, PRIVATE } from './principals.ts'
import { isClosed } from './proposers.ts'
import { exceptions } from './walk.ts'

// Sends the example of every operation, with the data that it needs, as every kind of caller. An example passes the
// validation of its body, so this reaches the checks inside commands, which know the project of the stored object.
// Every commit is refused, so each caller finds the same data.

/** While `refusing` has a row, changes end at their commit, and are counted in a sequence, which is not rolled back. */
const prepareRefusals = (db: Db) =>
  db.transaction().execute(async (trx) => {
    await sql`create table refusing ()`.execute(trx)
    await sql`create sequence refused_commits`.execute(trx)
    await sql`select nextval('refused_commits')`.execute(trx)
    await sql`create function refuse_commit() returns trigger language plpgsql as $$
      begin
        if exists (select from refusing) then
          perform nextval('refused_commits');
          raise exception 'commits are refused here';
        end if;
        return null;
      end $$`.execute(trx)
    await sql`create constraint trigger refuse_commit after update on counter deferrable initially deferred
      for each row execute function refuse_commit()`.execute(trx)
  })
const removeRefusals = async (db: Db) => {
  await sql`drop function if exists refuse_commit cascade`.execute(db)
  await sql`drop sequence if exists refused_commits`.execute(db)
  await sql`drop table if exists refusing`.execute(db)
}
const refuseCommits = (db: Db, isOn: boolean) =>
  (isOn ? sql`insert into refusing default values` : sql`delete from refusing`).execute(db)
const countRefused = async (db: Db) =>
  Number(
    (await sql<{ last_value: string }>`select last_value from refused_commits`.execute(db)).rows[0]
      ?.last_value,
  )

/** Refused freezes use up IDs, and later examples name the first. */
async function rememberIds(db: Db): Promise<() => Promise<unknown>> {
  const read = () =>
    sql<{ at: number; isUsed: boolean }>`
    select last_value::int as at, is_called as "isUsed" from freezes_id_seq`.execute(db)
  const [before] = (await read()).rows
  return () =>
    sql`select setval('freezes_id_seq', ${before?.at ?? 1}, ${before?.isUsed ?? false})`.execute(db)
}

/** Where the command checks more than the contract names, so callers with the permission can be refused. */
const finer = new Map([
  ...['addAccessToProject', 'setProjectAccess', 'setRolesForUser'].map(
    (id) => [id, 'a role that one holds'] as const,
  ),
  ...['changeProject', 'moveFeatures', 'validateMoveFeatures'].map((id) => [id, 'the new project'] as const),
  ...['updateFlagComment', 'deleteFlagComment'].map((id) => [id, 'comments of others'] as const),
  ...['createApiToken', 'rotateApiToken', 'adoptApiToken', 'updateApiToken', 'deleteApiToken'].map(
    (id) => [id, 'the permission for this type of token'] as const,
  ),
])
/** The permission in any project is enough. */
const anywhere = new Set(['replaceCodeReferences', 'deleteTag'])
/** Streams without an end, and answers that depend on the caller's own session or on when somebody asked before. */
const own = new Set(['live', 'revokeOwnSession', 'revokeOtherSessions', 'getDeviceToken'])
/** Drafts are hidden from everybody but their author, who is an administrator here. */
const isOfDraft = (principal: Principal, path: string) =>
  !principal.everything && /change-requests\/:\w+/.test(path)

type Chooses = (principal: Principal, operation: { id: string; permission: string }) => boolean

/** Callers that the walk starts with see what the contract allows; the result lists where the server differs. */
export async function walkExamples(area: string, chooses: Chooses) {
  let principals: Principal[] = []
  const opened = await openExamples(area, async (db) => {
    await removeRefusals(db)
    principals = await makePrincipals(db)
  })
  const { kit, prepared } = opened
  // Examples act on what this account has created.
  principals = principals.map((one) =>
    one.name === 'admin' ? { ...one, headers: { authorization: kit.actors.admin.token } } : one,
  )
  const columns = new Map(contract().map(({ id, permission }) => [id, permission]))
  const mismatches: string[] = []
  let cells = 0
  await prepareRefusals(kit.db)
  try {
    for (const entry of inOrder(operationsByArea[area as keyof typeof operationsByArea])) {
      const [, operation] = entry
      const permission = columns.get(operation.id) ?? columnOf(operation)
      const admin = { authorization: kit.actors.admin.token, ...prepared.headers?.[operation.id] }
      if (!isSkipped(operation, permission)) {
        await refuseCommits(kit.db, true)
        const restoreIds = await rememberIds(kit.db)
        let refused = await countRefused(kit.db)
        for (const principal of principals) {
          if (!chooses(principal, { id: operation.id, permission })) continue
          const wanted = wantedOf(principal, entry, permission)
          if (wanted === undefined) continue
          cells++
          const answer = await sendExample(opened, entry, principal.headers)
          const now = await countRefused(kit.db)
          const got = verdictOf(
            answer.statusCode,
            now !== refused || answer.statusCode === statusOf(operation),
          )
          refused = now
          if (got !== wanted)
            mismatches.push(
              `${principal.name}: ${operation.id} (${permission}) is ${got}, expected ${wanted}: ${answer.statusCode} ${answer.body.slice(0, 160)}`,
            )
        }
        await restoreIds()
        await refuseCommits(kit.db, false)
      }
      // Later examples need what earlier ones create; the stream would not end.
      if (operation.id !== 'live') await sendExample(opened, entry, admin)
    }
  } finally {
    await removeRefusals(kit.db)
  }
  return { cells, mismatches }
}

const columnOf = ({ permission }: Contracted): string => [permission].flat().join('|')

const isLeftOut = ({ id, example }: Contracted) => exceptions.has(id) || own.has(id) || !example

/** Without those whose operations are all left out. */
export const areas = Object.keys(operationsByArea).filter((area) =>
  Object.values(operationsByArea[area as keyof typeof operationsByArea]).some(
    (operation) => !isLeftOut(operation),
  ),
)

/** Examples that only their own caller can send, and permissions that are kinds of tokens beyond the contract. */
const isSkipped = (operation: Contracted, permission: string) =>
  isLeftOut(operation) || / token/.test(permission)

function placeOf([key, { example }]: [string, Contracted]): Place {
  const params = (example?.params ?? {}) as Record<string, unknown>
  const named = (pattern: RegExp) => params[pattern.exec(key)?.[1] ?? '']
  const [project, environment] = [named(/:(project(?:Id)?)\b/), named(/:(environment)\b/)]
  return {
    ...(project ? { project: String(project) } : {}),
    ...(environment ? { environment: String(environment) } : {}),
  }
}

/** Undefined where the contract does not decide. */
function wantedOf(principal: Principal, operation: [string, Contracted], permission: string) {
  const [key, { id }] = operation
  const method = key.split(' ')[0] ?? ''
  const place = placeOf(operation)
  const first = expectation(principal, permission, place, [PRIVATE])
  if (first !== 'allowed') return first
  if (principal.proposeOnly && isClosed({ id, method, permission })) return 'refused'
  if (!principal.everything && (finer.has(id) || isOfDraft(principal, key))) return undefined
  if (principal.everything || principal.kind !== 'account' || place.project) return 'allowed'
  const names = permission.split(/[|?]/)
  if (names.some((name) => principal.root?.includes(name))) return 'allowed'
  if (!names.some((name) => holdsIn(principal, OWN, name))) return undefined
  // Lists show what the caller can see.
  return method === 'GET' || anywhere.has(id) ? undefined : 'refused'
}

const holdsIn = ({ projects = {} }: Principal, project: string, permission: string) =>
  (projects[project] ?? []).some((power) => power.permission === permission)

const statusOf = ({ example, responses }: Contracted) => example?.status ?? Number(Object.keys(responses)[0])

function verdictOf(status: number, isExpected: boolean): string {
  if (isExpected) return 'allowed'
  return status === 401 || status === 403 ? 'refused' : 'neither allowed nor refused'
}
