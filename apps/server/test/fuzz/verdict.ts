import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type Document, isDelivery, type Operation, operationsOf } from './document.ts'
import { type FuzzAnswer, isProposal } from './play.ts'

/** Internals that no response may reveal: file paths, code and SQL. */
const internals: [string, RegExp][] = [
  ['a stack frame', /\bat (async )?[\w.<>[\] ]+ ?\(?[^\s"]*:\d+:\d+\)?/],
  ['a path of our files', /node_modules|file:\/\/|\/(src|dist)\/[\w/-]+\.[jt]s\b/],
  ['SQL', /\b(select|insert into|delete from)\b[^"]{1,200}\b(from|values|where)\b|syntax error at or near/i],
  ['a message of the database', /violates [\w-]+ constraint|relation \\?"|column \\?"|invalid input syntax/],
  ['an error of JavaScript', /Cannot read propert|is not a function|is not iterable|Maximum call stack/],
]

/** Pages and lists that legitimately contain code or other texts. */
const tellsMore = new Set(['x-openapiDocument', 'x-openapiViewer', 'x-prometheus'])

/** Checks a response, and describes what is wrong with it, if anything. */
export function createVerdict(document: Document) {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  ;(formats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema({ $id: 'document', components: document.components })
  const compiled = new Map<string, ValidateFunction>()
  // A proposed change is answered with its change request, whatever the operation is.
  const proposal = operationsOf(document).find(({ operationId }) => operationId === 'changeRequest')
  const validatorOf = ({ operationId, responses }: Operation, status: number) => {
    const key = `${operationId} ${status}`
    const known = compiled.get(key)
    if (known) return known
    const schema = JSON.parse(JSON.stringify(responses.get(status)).replaceAll('"#/', '"document#/'))
    const fresh = ajv.compile(schema)
    compiled.set(key, fresh)
    return fresh
  }
  const misfit = (operation: Operation, { status, type, body }: FuzzAnswer): string | undefined => {
    if (operation.responses.size === 0 || type.startsWith('text/event-stream')) return undefined
    if (!operation.responses.has(status)) return `answered ${status}, which the document does not name`
    if (!operation.responses.get(status))
      return body.length > 0 ? `answered ${status} with a body, where the document names none` : undefined
    const validate = validatorOf(operation, status)
    const content = contentOf(type, body)
    if (content === undefined) return `answered ${status} with something that is not JSON`
    return validate(content)
      ? undefined
      : `answered ${status} that does not fit: ${ajv.errorsText(validate.errors).slice(0, 200)}`
  }
  return (operation: Operation, answer: FuzzAnswer): string | undefined => {
    const { status, dropped, body } = answer
    if (dropped) return `no answer: ${dropped}`
    if (status >= 500 && !isExplained(operation, answer)) return `answered ${status}`
    const text = body.toString()
    if (!tellsMore.has(operation.operationId))
      for (const [what, pattern] of internals)
        if (pattern.test(text)) return `answered ${status} with ${what}`
    if (status < 200 || status >= 300) return undefined
    return isProposal(answer) && proposal
      ? misfit(proposal, { ...answer, status: 200 })
      : misfit(operation, answer)
  }
}

/** Undefined if the content type is JSON but the body is not. */
function contentOf(type: string, body: Buffer): unknown {
  const text = body.toString()
  if (!/^application\/([\w.]+\+)?json\b/.test(type)) return text
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A 501 or 503 is valid if it has a reason: maintenance mode, overload, or a token that cannot be checked now. */
const explained = new Set(['MaintenanceError', 'OverloadedError'])

function isExplained(operation: Operation, { status, body }: FuzzAnswer): boolean {
  if (status !== 501 && status !== 503) return false
  if (operation.responses.has(status)) return true
  try {
    const { message = '', name = '' } = JSON.parse(body.toString()) as { message?: string; name?: string }
    return message !== '' && (explained.has(name) || status === 501 || isDelivery(operation))
  } catch {
    return false
  }
}
