import { type Caller, isOutside } from './callers.ts'
import type { Document, Operation } from './document.ts'
import type { Hidden } from './hidden.ts'
import { createRandom } from './random.ts'
import { type FuzzRequest, makeRequest } from './requests.ts'
import { createWords, type Known } from './words.ts'

type Given = {
  seed: string
  n: number
  document: Document
  known: Known
  hidden: Hidden
  caller: Caller
}

/**
 * Request number `n` with its caller. Half of the requests of callers who do not see the hidden place name it, and some
 * of them propose their change, which needs no permission.
 */
export function addressRequest(operation: Operation, given: Given): FuzzRequest {
  const { seed, n, document, known, hidden, caller } = given
  const random = createRandom(`${seed} ${operation.operationId} ${n} address`)
  const usual = createWords(known)
  const words = isOutside(caller, hidden) && random.once(2) ? hidden.wordsFor(operation.path, usual) : usual
  const prefer = caller.rights?.kind === 'account' && operation.method !== 'GET' && random.once(4)
  const { method, path, headers, body } = makeRequest(operation, { seed, n, document, words })
  return {
    method,
    path,
    headers: { ...caller.headers(), ...(prefer ? { prefer: 'propose' } : {}), ...headers },
    body,
  }
}
