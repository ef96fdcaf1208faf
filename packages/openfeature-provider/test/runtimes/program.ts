/** Runs in every runtime, on the packed packages: evaluates the cases, and asks an edge through the provider. */
import { type Context, compile, evaluate, type Flag, type Segment } from '@flagstaff/engine'
import { FlagstaffProvider } from '@flagstaff/openfeature-provider'
import { RE2JS } from 're2js'

export type Case = { flag: string; context: Context }
export type World = { features: Flag[]; segments: Segment[]; cases: Case[] }
export type Input = { worlds: World[]; url: string; token: string; users: number }

export async function run({ worlds, url, token, users }: Input) {
  return { engine: worlds.flatMap(evaluateWorld), provider: await ask(url, token, users) }
}

function evaluateWorld({ features, segments, cases }: World) {
  const ruleset = compile({ features, segments }, { regex })
  const at = { now: Date.parse('2026-06-01T12:00:00Z'), random: () => 0.5 }
  return cases.map(({ flag, context }) => evaluate(ruleset, flag, context, at))
}

async function ask(url: string, token: string, users: number) {
  const provider = new FlagstaffProvider({ url, token, appName: 'runtimes', regex })
  await provider.initialize()
  const answers: unknown[] = []
  for (let user = 0; user < users; user++) {
    const context = { targetingKey: `user-${user}`, plan: user % 3 === 0 ? 'gold' : 'free' }
    answers.push(
      await provider.resolveBooleanEvaluation('half', false, context),
      await provider.resolveStringEvaluation('colour', 'grey', context),
    )
  }
  await provider.onClose()
  return answers
}

function regex(pattern: string, caseInsensitive: boolean) {
  try {
    const compiled = RE2JS.compile(pattern, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0)
    return (text: string) => compiled.matcher(text).find()
  } catch {
    return undefined
  }
}
