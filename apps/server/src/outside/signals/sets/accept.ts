import {
  type ActionParameters,
  type ActionType,
  actionTypes,
  type CreateAction,
  type CreateActions,
  type PayloadFilters,
} from '@flagstaff/contract/actions'
import type { Limits } from '@flagstaff/contract/limits'
import type { Permission } from '@flagstaff/contract/permissions'
import { invalid, limitReached, noPermission } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/write/write.ts'
import { checkConstraint, checkPatternSum, normalize } from '../../../setup/constraints/index.ts'
import { findEndpoint } from '../endpoints/queries.ts'
import { findServiceAccount, listFlagNames, listProjectEnvironments } from './option-queries.ts'
import type { AcceptedAction, SetContent } from './queries.ts'

/** What an actor may do beside turning flags on and off only if the editor of the set could do it too. */
export const LENT: readonly Permission[] = [
  'CREATE_FEATURE_STRATEGY',
  'UPDATE_FEATURE_STRATEGY',
  'SKIP_CHANGE_REQUEST',
]

type Accepted = { content: SetContent; actions: AcceptedAction[] }
type Sent = Omit<CreateActions, 'name'> & { name?: string }

/** Checks what was sent. The editor must be able to do what the actions do. */
export async function acceptSet(tx: Tx, project: string, sent: Sent): Promise<Accepted> {
  const { sourceId } = sent.match
  const [endpoint, account, environments] = await Promise.all([
    findEndpoint(tx.read, sourceId),
    findServiceAccount(tx.read, sent.actorId),
    listProjectEnvironments(tx.read, project),
  ])
  if (!endpoint) throw invalid(`There is no signal endpoint ${sourceId}.`, '/match/sourceId')
  if (!account) throw invalid(`There is no service account ${sent.actorId}.`, '/actorId')
  if (sent.actions.length > tx.limits.actionSetActions)
    throw limitReached('actions of an action set', tx.limits.actionSetActions)
  const actions: AcceptedAction[] = []
  for (const [index, action] of sent.actions.entries())
    actions.push(await acceptAction(tx, { project, environments, path: `/actions/${index}` }, action))
  requireRights(tx, project, actions)
  const used = [...new Set(actions.map(({ executionParams }) => executionParams.environment ?? ''))]
  return {
    content: {
      name: sent.name?.trim() ?? '',
      description: sent.description?.trim() || null,
      enabled: sent.enabled ?? true,
      actorId: sent.actorId,
      match: { ...sent.match, payload: acceptFilters(sent.match.payload, tx.limits) },
      onProtected: sent.onProtected ?? 'fail',
      allowances: used.flatMap((environment) =>
        lentIn(actions, environment)
          .filter((permission) => tx.caller.may(permission, { project, environment }))
          .map((permission) => `${permission} ${environment}`),
      ),
    },
    actions: actions.toSorted((one, other) => one.sortOrder - other.sortOrder),
  }
}

/** Everyone who can tag flags decides which ones an action by tag changes, so it does not skip reviews. */
const lentIn = (actions: readonly AcceptedAction[], environment: string) =>
  actions.some(
    ({ action, executionParams }) => isByTag(action) && executionParams.environment === environment,
  )
    ? LENT.filter((permission) => permission !== 'SKIP_CHANGE_REQUEST')
    : LENT

/** A caller who lets an actor do something must be able to do it. */
export function requireRights(tx: Tx, project: string, actions: readonly AcceptedAction[]) {
  for (const { executionParams } of actions) {
    const { environment = '' } = executionParams
    if (!tx.caller.may('UPDATE_FEATURE_ENVIRONMENT', { project, environment }))
      throw noPermission(
        ['UPDATE_FEATURE_ENVIRONMENT'],
        ` in the environment ${environment} of the project ${project}`,
      )
  }
}

type Place = { project: string; environments: readonly string[]; path: string }

async function acceptAction(
  tx: Tx,
  { project, environments, path }: Place,
  { action, sortOrder, executionParams = {} }: CreateAction,
): Promise<AcceptedAction> {
  if (!isActionType(action)) throw invalid(`There is no action ${action}.`, `${path}/action`)
  const at = `${path}/executionParams`
  const { environment, featureName, tag } = executionParams
  if ((executionParams.project ?? project) !== project)
    throw invalid('An action can only change flags in the project of its action set.', `${at}/project`)
  if (environment === undefined || !environments.includes(environment))
    throw invalid('Choose an environment of the project.', `${at}/environment`)
  if (isByTag(action)) {
    if (!tag || !/^[^:]+:./.test(tag))
      throw invalid('Give a tag as type:value, such as simple:checkout.', `${at}/tag`)
    return { action, sortOrder, executionParams: { project, environment, tag } satisfies ActionParameters }
  }
  const [found] = featureName ? await listFlagNames(tx.read, project, featureName) : []
  if (found === undefined)
    throw invalid('Choose a flag of the project that is not archived.', `${at}/featureName`)
  return { action, sortOrder, executionParams: { project, environment, featureName: found } }
}

const isActionType = (action: string): action is ActionType =>
  (actionTypes as readonly string[]).includes(action)

export const isByTag = (action: string) => action.endsWith('_BY_TAG')
export const turnsOn = (action: string) => action.includes('_ON')

const MOST_PATH = 200

function acceptFilters(filters: PayloadFilters, limits: Limits): PayloadFilters {
  const list = Object.entries(filters)
  if (list.length > limits.actionSetFilters)
    throw limitReached('filters of an action set', limits.actionSetFilters)
  checkPatternSum(list.map(([path, filter]) => ({ contextName: path, ...filter })))
  return Object.fromEntries(
    list.map(([path, filter]) => {
      if ((filter.values?.length ?? 0) > limits.actionSetFilterValues)
        throw limitReached('values of a filter', limits.actionSetFilterValues)
      if (path.length > MOST_PATH) throw invalid(`A path can have at most ${MOST_PATH} characters.`, '/match')
      const constraint = { contextName: path, ...filter }
      checkConstraint(constraint, new Map())
      const { contextName: _, ...accepted } = normalize(constraint)
      return [path, accepted]
    }),
  )
}
