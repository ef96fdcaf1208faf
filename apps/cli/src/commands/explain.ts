import type { ExplainedRule } from '@flagstaff/contract/explanations'
import { operatorTexts } from '@flagstaff/contract/operator-texts'
import type { PlaygroundFeature, PlaygroundRequest } from '@flagstaff/contract/playground'
import type { Context } from '../context.ts'
import { CliError, exits } from '../exit.ts'
import { projectOf } from '../flags.ts'

type Options = { env: string; project?: string; context?: string[]; at?: string }

export async function explain({ client, options, output }: Context<Options>, flag: string) {
  const api = client()
  const context = readContext(options.context ?? [])
  const at = readMoment(options.at)
  const project = await projectOf(api, flag, options.project)
  const body: PlaygroundRequest = {
    environment: options.env,
    projects: [project],
    features: [flag],
    context,
    explain: 'tree',
    ...at,
  }
  const answer = await api.get('POST /api/admin/playground', { body })
  const [found] = answer.features
  if (!found) throw new CliError(`The flag ${flag} did not exist in ${options.env} then.`)
  const since = (answer.changes ?? []).map(
    ({ before, now }) => `Since then: ${stateOf(before)} became ${stateOf(now)}`,
  )
  output.result([...linesOf(found), ...since].join('\n'), {
    ...found,
    asOf: answer.asOf,
    changes: answer.changes,
  })
}

const stateOf = (outcome: { isEnabled: boolean } | null) =>
  outcome ? (outcome.isEnabled ? 'on' : 'off') : 'missing'

const known = new Set(['appName', 'currentTime', 'remoteAddress', 'sessionId', 'userId'])

/** Fields that SDKs know are top-level, all others are properties. */
function readContext(pairs: readonly string[]): PlaygroundRequest['context'] {
  const entries = pairs.map((pair): [string, string] => {
    const at = pair.indexOf('=')
    if (at < 1) throw new CliError(`"${pair}" is not a field and a value, such as userId=42.`, exits.wrongUse)
    return [pair.slice(0, at), pair.slice(at + 1)]
  })
  const part = (isKnown: boolean) =>
    Object.fromEntries(entries.filter(([name]) => known.has(name) === isKnown))
  return { appName: 'flagstaff-cli', ...part(true), properties: part(false) }
}

function readMoment(text: string | undefined): { at?: string; atRevision?: number } {
  if (text === undefined) return {}
  if (/^\d{1,15}$/.test(text)) return { atRevision: Number(text) }
  const time = new Date(text)
  if (Number.isNaN(time.getTime()))
    throw new CliError('--at must be a revision or a time such as 2026-01-31T12:00:00Z.', exits.wrongUse)
  return { at: time.toISOString() }
}

function linesOf({ name, isEnabled, variant, reason, explanation }: PlaygroundFeature): string[] {
  const value = variant?.enabled ? `, variant ${variant.name}` : ''
  const lines = [`${name} is ${isEnabled ? 'on' : 'off'}${value}`]
  if (explanation && !explanation.environmentEnabled) lines.push('  It is turned off in the environment.')
  for (const { feature, result } of explanation?.dependencies ?? [])
    lines.push(`  ${mark(result)} depends on ${feature}`)
  for (const [index, rule] of (explanation?.rules ?? []).entries()) lines.push(...ruleLines(rule, index + 1))
  if (reason?.code === 'noRules') lines.push('  It has no rules.')
  return lines
}

const mark = (result: boolean | 'unknown') => (result === 'unknown' ? '?' : result ? '✓' : '✗')

function ruleLines(rule: ExplainedRule, number: number): string[] {
  const lines = [
    `  ${mark(rule.result)} rule ${number}: ${rule.title || rule.name}${rule.disabled ? ' (disabled)' : ''}`,
  ]
  for (const segment of rule.segments)
    lines.push(`    ${mark(segment.result)} segment ${segment.name ?? segment.id}`)
  for (const one of rule.constraints) {
    const wanted = one.value ?? (one.values ?? []).join(', ')
    const words = operatorTexts[one.operator][one.inverted ? 1 : 0]
    const anyCase = one.caseInsensitive ? ', ignoring case' : ''
    lines.push(
      `    ${mark(one.result)} ${one.contextName} ${words} ${wanted}${anyCase} (received ${one.actual ?? 'no value'})`,
    )
  }
  const { share } = rule
  if (share?.threshold !== undefined) {
    const bucket = share.bucket === undefined ? 'no bucket' : `bucket ${share.bucket}`
    lines.push(`    ${mark(share.result)} ${bucket}, rollout ${share.threshold} %`)
  } else if (share?.kind === 'list')
    lines.push(`    ${mark(share.result)} ${share.field} is ${share.actual ?? 'not set'}`)
  return lines
}
