import { type Caller, isOutside } from './callers.ts'
import type { Operation } from './document.ts'
import type { Hidden } from './hidden.ts'
import { findLeaks, type Kind, SEALED } from './markers.ts'
import type { FuzzAnswer } from './play.ts'
import type { FuzzRequest } from './requests.ts'
import { createRightsCheck } from './rights.ts'

/** What the documentation says every account sees: the values of tags. */
const shared = new Map<string, Kind>([
  ['getTags', 'tag'],
  ['getTagsByType', 'tag'],
  ['getTag', 'tag'],
])

/** Checks that a response names nothing that its caller cannot see, and confirms nothing that it cannot do. */
export function createTenancy(hidden: Hidden) {
  const rightsCheck = createRightsCheck(hidden.markers.project)
  return (caller: Caller, operation: Operation, request: FuzzRequest, answer: FuzzAnswer) => {
    const { rights } = caller
    const asked = `${request.path} ${JSON.stringify(request.headers)} ${request.body ?? ''}`
    const answered = `${JSON.stringify(answer.headers)} ${answer.body}`
    const leaks = findLeaks(hidden.markers, asked, answered).filter(
      (kind) => shared.get(operation.operationId) !== kind,
    )
    const concealed = isOutside(caller, hidden) ? leaks : leaks.filter((kind) => kind === SEALED)
    if (concealed.length > 0) return `answered ${answer.status} with what is hidden: ${concealed.join(', ')}`
    return rights && rightsCheck(rights, operation, request.path, answer)
  }
}
