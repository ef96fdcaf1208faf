import type { Operation as Contracted } from '@flagstaff/contract/operation'
import { operationsByArea } from '@flagstaff/contract/operations/index'
import { expectation } from '../matrix/expectation.ts'
import { isClosed } from '../matrix/proposers.ts'
import type { Rights } from './callers.ts'
import type { Operation } from './document.ts'
import { open } from './open.ts'
import { type FuzzAnswer, isProposal } from './play.ts'

/** What is wrong if the contract does not let this caller do what succeeded. */
export function createRightsCheck(hidden: string) {
  const contracted = new Map(
    Object.values(operationsByArea).flatMap((list) =>
      Object.values(list as Record<string, Contracted>).map((one) => [one.id, one] as const),
    ),
  )
  return (rights: Rights, operation: Operation, path: string, answer: FuzzAnswer): string | undefined => {
    const declared = contracted.get(operation.operationId)
    if (!declared || answer.status < 200 || answer.status >= 300) return undefined
    const wanted = [declared.permission].flat()
    const place = placeOf(operation, path)
    const refused = (why: string) => `${rights.name} got ${answer.status}, ${why}`
    const isProposed = isProposal(answer)
    const column = (isProposed ? ['authenticated'] : wanted)
      .map((one) => (one === 'SDK token' ? 'backend token|frontend token' : one))
      .join('|')
    const verdict = expectation({ ...rights, headers: {} }, column, place, [hidden])
    if (verdict === 'hidden') return refused('although it does not see the project')
    if (verdict === 'refused') return refused(`although it takes ${column}`)
    if (isProposed || operation.method === 'GET' || rights.kind !== 'account') return undefined
    if (rights.proposeOnly && isClosed({ id: declared.id, method: operation.method, permission: column }))
      return refused('although its token can only propose changes')
    if (open.has(declared.id) || wanted.includes('public')) return undefined
    if (wanted.some((one) => rights.root?.includes(one))) return undefined
    // The permission in the path was checked above; a body can name the project where the caller has permissions.
    if (place.project !== undefined && column !== 'authenticated') return undefined
    if (place.project === undefined && rights.projects?.default) return undefined
    return refused(`although it takes ${column}, which it has nowhere that requests name`)
  }
}

/** The project and the environment in the path of a request. */
function placeOf({ path: template }: Operation, path: string) {
  const at = path.split('?')[0]?.split('/') ?? []
  const named = (pattern: RegExp) => {
    const index = template.split('/').findIndex((part) => pattern.test(part))
    return index < 0 ? undefined : decoded(at[index] ?? '')
  }
  const [project, environment] = [named(/^\{project(Id)?\}$/), named(/^\{environment\}$/)]
  return {
    ...(project === undefined ? {} : { project }),
    ...(environment === undefined ? {} : { environment }),
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
