import type { Db } from '../../src/platform/database/database.ts'
import type { Answer, TestApp } from '../kit.ts'
import { expectation, type Principal, type Verdict } from './expectation.ts'
import { addressOf, type Operation, type Place, placesOf } from './operations.ts'
import { OTHER, OWN, PRIVATE } from './principals.ts'
import { isClosed } from './proposers.ts'
import { rememberPlaces } from './repair.ts'

const projects = [OWN, OTHER, PRIVATE, 'default']
const environments = ['development', 'production']

/** Where we differ from the contract, and why. */
export const exceptions = new Map<string, string>([
  [
    'updateFeatureStrategySegments',
    'the column says authenticated and leaves the check to the operation: UPDATE_FEATURE_STRATEGY',
  ],
  [
    'overwriteFeatureVariantsOnEnvironments',
    'the column says authenticated and leaves the check to the operation: UPDATE_FEATURE_ENVIRONMENT_VARIANTS',
  ],
  [
    'createTag',
    'the column says authenticated; values are made by those who tag flags: UPDATE_FEATURE somewhere',
  ],
  [
    'updateChangeRequestState',
    'the permission depends on the state; an author needs none to ask for a review, so the commands check it',
  ],
  ['edgeCreateOrReturnTokens', 'it needs the signature of an edge; tried in edge-tokens.test.ts'],
  ['getProfile', 'an admin token has no account whose profile could be shown'],
  ['createFeedback', 'an admin token has no account that could have seen a prompt'],
  ['updateFeedback', 'an admin token has no account that could have seen a prompt'],
  ['updateSplashSettings', 'an admin token has no account that could have seen a splash screen'],
  ['getPats', 'an admin token has no account that could own personal tokens'],
  ['createPat', 'an admin token has no account that could own personal tokens'],
  ['deletePat', 'an admin token has no account that could own personal tokens'],
  ['addFavoriteFeature', 'an admin token has no account that could have favourites'],
  ['removeFavoriteFeature', 'an admin token has no account that could have favourites'],
  ['addFavoriteProject', 'an admin token has no account that could have favourites'],
  ['removeFavoriteProject', 'an admin token has no account that could have favourites'],
  ['remoteMcp', 'it needs the token of an account, not a session; tried in mcp.test.ts'],
  ['x-logout', 'ends the session of the walk itself'],
])

/** An allowed stream does not end; `delivery/streaming.test.ts` tests it. */
const endless = new Set(['connect'])

type Chooses = (principal: Principal, operation: Operation, index: number) => boolean

/**
 * Calls operations as every kind of caller in every place, and compares the result with the contract. A refused call
 * must change nothing.
 */
export async function walk(
  { client, db }: TestApp,
  { principals, operations }: { principals: readonly Principal[]; operations: readonly Operation[] },
  chooses: Chooses = () => true,
): Promise<{ cells: number; mismatches: string[] }> {
  const repair = await rememberPlaces(db)
  const mismatches: string[] = []
  let cells = 0
  let revision = await revisionOf(db)
  for (const principal of principals) {
    const caller = client(principal.headers)
    for (const [index, operation] of operations.entries()) {
      if (isException(principal, operation) || !chooses(principal, operation, index)) continue
      for (const place of placesOf(operation, projects, environments)) {
        const wanted = wantedOf(principal, operation, place)
        if (endless.has(operation.id) && wanted === 'allowed') continue
        cells++
        const answer = await call(caller, operation, place)
        const got = verdictOf(answer, place)
        if (!agree(got, wanted, answer))
          mismatches.push(
            `${principal.name}: ${operation.id} ${addressOf(operation, place)}: ${got}, the contract says ${wanted} (${answer.status} ${answer.body?.name} ${answer.body?.message})`,
          )
        const now = await revisionOf(db)
        if (now !== revision && wanted !== 'allowed')
          mismatches.push(`${principal.name}: ${operation.id} was refused, but changed something`)
        if (now !== revision) await repair()
        revision = now
      }
    }
  }
  return { cells, mismatches }
}

/** The exceptions are about permissions, except for these two. */
const isException = ({ proposeOnly }: Principal, { id }: Operation): boolean =>
  proposeOnly ? ['x-logout', 'edgeCreateOrReturnTokens'].includes(id) : exceptions.has(id)

function wantedOf(principal: Principal, operation: Operation, place: Place): Verdict {
  const permitted = expectation(principal, operation.permission, place, [PRIVATE])
  return principal.proposeOnly && permitted === 'allowed' && isClosed(operation) ? 'refused' : permitted
}

function call(caller: ReturnType<TestApp['client']>, operation: Operation, place: Place): Promise<Answer> {
  const url = addressOf(operation, place)
  const method = operation.method.toLowerCase() as 'get' | 'delete' | 'post' | 'put' | 'patch'
  return method === 'get' || method === 'delete' ? caller[method](url) : caller[method](url, {})
}

function verdictOf({ status, body }: Answer, { project }: Place): Verdict {
  if (status === 401) return 'refused'
  if (status === 404 && project === PRIVATE && String(body?.message).includes(project)) return 'hidden'
  if (status !== 403) return 'allowed'
  return ['PermissionError', 'ForbiddenError', undefined].includes(body?.name) ? 'refused' : 'allowed'
}

/** Callers who can see the private project can get a 404 for a missing object. */
const agree = (got: Verdict, wanted: Verdict, { status }: Answer) =>
  got === wanted || (got === 'hidden' && wanted === 'allowed' && status === 404)

const revisionOf = async (db: Db) =>
  Number((await db.selectFrom('counter').select('revision').executeTakeFirstOrThrow()).revision)
