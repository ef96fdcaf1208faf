/** Values for requests, by field name; deleted objects are created again before each operation. */
export const PROJECT = 'fuzz'
export const FLAGS = ['fuzz-a', 'fuzz-b', 'fuzz-c']
const ENVIRONMENTS = ['development', 'production', 'fuzz-env']
const ROW_IDS = ['1', '2', '3', '5', '8', '13', '21', '40']

/** A port on which nothing listens, so that requests which trigger outgoing calls reach nobody. */
const NOWHERE = 'http://127.0.0.1:1/fuzz'

/** The ids of created objects, by parameter name. */
export type Known = Record<string, string[]>

/** The values that a request can have for a field. */
export type Words = (field: string) => readonly string[]

export const createWords =
  (known: Known): Words =>
  (field) =>
    wordsFor(field, known)

function wordsFor(field: string, known: Known): readonly string[] {
  const found = known[field]
  if (found && found.length > 0) return found
  const name = field.toLowerCase()
  if (/^projects?(id|name)?$|^(from|to|new)project(id)?$/.test(name)) return [PROJECT, 'default']
  if (/environments?(name)?$|^(source|target)$|^name$/.test(name) && name !== 'name') return ENVIRONMENTS
  if (/^(features?|featurenames?|child|parent|flags?|togglenames?|key|newname|names)$/.test(name))
    return FLAGS
  if (/url|uri|href|endpoint|redirect/.test(name)) return [NOWHERE]
  if (/email/.test(name)) return ['fuzz@example.org', 'other@example.org']
  if (/password/.test(name)) return ['Correct-horse-7']
  if (/^(users?|roles?|groups?|segments?|id|.*id)$/.test(name)) return ROW_IDS
  if (/contextname|contextfield|stickiness/.test(name)) return ['userId', 'appName', 'fuzz-field']
  if (/operator/.test(name))
    return ['IN', 'NOT_IN', 'STR_CONTAINS', 'NUM_GT', 'DATE_AFTER', 'SEMVER_GT', 'REGEX']
  if (/strategyname/.test(name)) return ['flexibleRollout', 'default', 'fuzz-strategy']
  if (name === 'type')
    return ['release', 'client', 'frontend', 'simple', 'fuzz-type', 'custom', 'root-custom']
  if (/^(rollout|weight|percentage)$/.test(name)) return ['0', '50', '100']
  if (/date|at$/.test(name)) return ['2026-01-01T00:00:00Z', '2030-01-01T00:00:00.000Z']
  if (name === 'name') return [...FLAGS, 'fuzz-name', 'flexibleRollout', 'fuzz-field']
  return ['fuzz', 'fuzz-a', 'true', '7']
}

/** A number that JSON can represent but JavaScript cannot; it is inserted into the body as text. */
export const rawNumber = (digits: string): string => `@@${digits}@@`
export const withRawNumbers = (json: string): string => json.replace(/"@@([^"@]*)@@"/g, '$1')

export const hostileTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066abc',
  '🙈'.repeat(40),
  'ﷺ'.repeat(30),
  'ǅßİı',
  '../../../etc/passwd',
  "'; drop table events; --",
  '%s%s%n',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  '*',
  '[]',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e21',
  '1e400',
  '-1',
  '0',
  '9007199254740993',
  '99999999999999999999',
  '0x10',
  '1.5',
  '2026-13-45T99:99:99Z',
  '+275760-09-14T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '0000-00-00',
  '(a+)+$',
  '[',
  '\\',
  '\r\nx-injected: 1',
  'x'.repeat(300),
  'x'.repeat(2_100),
] as const

export const hostileNumbers: readonly unknown[] = [
  -1,
  0,
  -0.5,
  0.1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e21,
  1e300,
  -1e300,
  rawNumber('1e400'),
  rawNumber('-1e400'),
  rawNumber('123456789012345678901234567890'),
  rawNumber('9223372036854775807'),
  rawNumber('0.1e-400'),
]
