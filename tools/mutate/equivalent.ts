import type { Target } from './targets.ts'

/** A mutant that behaves like the original, so that no test can tell them apart. */
type Equivalent = {
  file: string
  /** Part of the line, which finds the mutant again when the line moves. */
  code: string
  operator: string
  /** What is changed, if the operator changes several things in the line. */
  before?: string
  reason: string
}

/** At most this share of all mutants can be called equivalent. */
export const MOST_EQUIVALENT = 0.1

const delivery = 'packages/delivery/src'
const outbound = 'apps/server/src/platform/http/outbound.ts'
const roles = 'apps/server/src/people/access/roles/rules.ts'

export const equivalents: readonly Equivalent[] = [
  {
    file: outbound,
    code: 'const IDLE_MS = 30_000',
    operator: 'number + 1',
    reason: 'one millisecond of an idle connection',
  },
  {
    file: outbound,
    code: "const options = { method: init.method ?? 'GET'",
    operator: '?? → left',
    reason: 'Node sends GET if there is no method',
  },
  {
    file: outbound,
    code: "const options = { method: init.method ?? 'GET'",
    operator: 'string replaced',
    reason: 'Node sends GET if there is no method',
  },
  {
    file: outbound,
    code: "url.protocol === 'https:' ? secureRequest",
    operator: 'condition → true',
    reason: 'the agent decides about TLS',
  },
  {
    file: outbound,
    code: "url.protocol === 'https:' ? secureRequest",
    operator: 'condition → false',
    reason: 'the agent decides about TLS',
  },
  {
    file: outbound,
    code: 'if (init.body === undefined || init.body === null)',
    operator: 'condition → false',
    reason: 'an empty body is sent like none',
  },
  {
    file: outbound,
    code: 'if (init.body === undefined || init.body === null)',
    operator: '|| → &&',
    reason: 'an empty body is sent like none',
  },
  {
    file: outbound,
    code: 'response.statusCode ?? 502',
    operator: '?? → left',
    reason: 'a received response has a status; the type also stands for requests of a server',
  },
  {
    file: outbound,
    code: 'response.statusCode ?? 502',
    operator: 'number + 1',
    reason: 'a received response has a status',
  },
  {
    file: outbound,
    code: '(values ?? [])',
    operator: '?? → left',
    reason: 'every header has values; only the type allows none',
  },
  {
    file: outbound,
    code: "isIP(address) === 6 ? 'ipv6' : 'ipv4'",
    operator: 'string replaced',
    before: "'ipv6'",
    reason: 'a block list takes every family but ipv4 for IPv6',
  },
  {
    file: roles,
    code: "one.environment ?? ''",
    operator: '?? → left',
    reason: 'no environment is called so; only the text of the error differs',
  },
  {
    file: roles,
    code: "one.environment ?? ''",
    operator: 'string replaced',
    reason: 'no environment is called so; only the text of the error differs',
  },
  {
    file: `${delivery}/etag.ts`,
    code: 'if (ifNoneMatch === etag) return true',
    operator: 'condition → false',
    reason: 'a shortcut for the comparison below',
  },
  {
    file: `${delivery}/marks.ts`,
    code: "TAG.exec(text ?? '')",
    operator: '?? → left',
    reason: 'undefined as a text is not a mark either',
  },
  {
    file: `${delivery}/marks.ts`,
    code: "TAG.exec(text ?? '')",
    operator: 'string replaced',
    reason: 'neither text is a mark',
  },
  {
    file: `${delivery}/marks.ts`,
    code: 'revision === undefined || hash === undefined',
    operator: '|| → &&',
    reason: 'the pattern has both or none',
  },
  { file: roles, code: '(a < b ? -1 : 1)', operator: '< → <=', reason: 'no two keys are the same' },
  { file: roles, code: '(a < b ? -1 : 1)', operator: 'number + 1', reason: 'only the sign counts' },
  {
    file: roles,
    code: "'id' in wanted ?",
    operator: 'condition → true',
    reason: 'the id is undefined either way',
  },
]

type Found = Pick<Target, 'file' | 'code' | 'operator' | 'before'>

export const isSame = (one: Equivalent, found: Found): boolean =>
  one.file === found.file &&
  found.code.includes(one.code) &&
  one.operator === found.operator &&
  (one.before === undefined || one.before === found.before)

export const isEquivalent = (found: Found): boolean => equivalents.some((one) => isSame(one, found))
