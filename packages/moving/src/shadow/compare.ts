import type { Context } from '@flagstaff/engine'
import type { Sides } from '../flags.ts'
import { type Inventory, readInventory } from '../source/read.ts'
import { ClientDocument } from '../source/schemas.ts'
import { compareDocuments } from './documents.ts'
import { type Evaluated, evaluateBoth } from './evaluate.ts'
import { compareFrontends, type FrontendResult } from './frontend.ts'
import { randomFlags } from './random.ts'
import { causeOf, type EnvironmentReport, isClean, type Mismatch, type ShadowReport } from './report.ts'
import { chooseTokens, createToken, deleteToken, type OwnToken, onceKnown } from './tokens.ts'

export type ShadowOptions = {
  /** Contexts that our server has sampled, generated ones, or both. */
  contexts?: readonly ('recorded' | 'generated')[]
  /** Only these environments. */
  environments?: readonly string[] | undefined
  /** At least so many contexts in each environment. */
  minimum?: number
  onProgress?: (text: string) => void
  signal?: AbortSignal
}

const MINIMUM = 10_000

/** A comparison that can be repeated; `close` deletes its tokens. */
export type Comparison = { round(): Promise<ShadowReport>; close(): Promise<void> }

export function openComparison(sides: Sides, options: ShadowOptions = {}): Comparison {
  const tokens = new Map<string, OwnToken>()
  const own: OwnTokens = async (wanted) => {
    const key = JSON.stringify(wanted)
    const known = tokens.get(key)
    if (known) return known
    const made = await createToken(sides.client, wanted)
    tokens.set(key, made)
    return made
  }
  return {
    round: () => compareOnce(sides, options, own),
    async close() {
      for (const token of tokens.values()) await deleteToken(sides.client, token)
      tokens.clear()
    },
  }
}

type OwnTokens = (wanted: Parameters<typeof createToken>[1]) => Promise<OwnToken>

async function compareOnce(sides: Sides, options: ShadowOptions, own: OwnTokens): Promise<ShadowReport> {
  const began = Date.now()
  const there = await readInventory(sides.source)
  const report = {
    from: sides.source.url,
    at: new Date(began).toISOString(),
    ms: 0,
    environments: [] as EnvironmentReport[],
    notCompared: [] as string[],
  }
  const run: Run = { sides, options, own, there, now: report.at }
  for (const { name } of there.environments) {
    if (options.environments && !options.environments.includes(name)) continue
    options.signal?.throwIfAborted()
    options.onProgress?.(`comparing ${name}`)
    const found = await compareEnvironment(run, name)
    if (typeof found === 'string') report.notCompared.push(found)
    else if (found) {
      report.environments.push(found.report)
      if (found.missing) report.notCompared.push(found.missing)
    }
  }
  return { ...report, ms: Date.now() - began, clean: isClean(report) }
}

type Run = { sides: Sides; options: ShadowOptions; own: OwnTokens; there: Inventory; now: string }

async function compareEnvironment(run: Run, environment: string) {
  const { there, sides, options, now } = run
  const projects = there.projects.filter((one) => one.environments.includes(environment)).map(({ id }) => id)
  if (projects.length === 0) return undefined
  const backend = { environment, type: 'backend', projects } as const
  const theirTokens = chooseTokens(there.tokens, backend)
  if (!theirTokens)
    return `${environment}: Unleash shows no backend token that sees all its projects. Create one there.`
  const theirs = await readTheirs(sides, theirTokens)
  // A token for all projects also sees the flags of projects that do not use the environment.
  const all = there.projects.map(({ id }) => id)
  const ours = await readOurs(run, { ...backend, projects: all })
  const differences = compareDocuments(theirs, ours)
  const random = randomFlags(theirs)
  const recorded = await recordedContexts(run, environment)
  const isGenerated = options.contexts?.includes('generated') ?? true
  const evaluated = await evaluateBoth({
    environment,
    theirs,
    ours,
    differences,
    random: random.flags,
    recorded,
    now,
    minimum: isGenerated ? (options.minimum ?? MINIMUM) : 0,
  })
  const frontend = await askFrontends(run, {
    environment,
    projects,
    all,
    evaluated,
    random: random.flags,
    theirs,
  })
  const mismatches = [
    ...evaluated.mismatches,
    ...documentMismatches(environment, differences, evaluated),
    ...frontendMismatches(environment, evaluated, frontend),
  ]
  const report: EnvironmentReport = {
    environment,
    flags: theirs.features.length,
    documentDifferences: differences,
    contexts: evaluated.contexts,
    recorded: recorded.length,
    evaluations: evaluated.evaluations,
    evaluationMismatches: evaluated.mismatched,
    frontendAnswers: frontend?.answers ?? 0,
    frontendMismatches: frontend?.mismatched ?? 0,
    mismatches: mismatches.sort((a, b) => b.answers - a.answers),
    randomFlags: random.flags.size,
    randomRules: random.rules,
  }
  const missing = frontend
    ? undefined
    : `${environment}: Unleash shows no frontend token that sees all its projects, so the frontend APIs were not compared. Create one there.`
  return { report, missing }
}

/** Otherwise segments are written into each rule. */
const withSegments = { 'unleash-client-spec': '5.2.0' }

async function readTheirs({ source }: Sides, tokens: readonly string[]): Promise<ClientDocument> {
  const features = new Map<string, ClientDocument['features'][number]>()
  const segments = new Map<number, NonNullable<ClientDocument['segments']>[number]>()
  for (const token of tokens) {
    const document = await source.ask({
      path: '/api/client/features',
      schema: ClientDocument,
      token,
      headers: withSegments,
    })
    for (const flag of document.features) features.set(flag.name, flag)
    for (const segment of document.segments ?? []) segments.set(segment.id, segment)
  }
  return { features: [...features.values()], segments: [...segments.values()] }
}

async function readOurs({ sides, own }: Run, wanted: Parameters<OwnTokens>[0]): Promise<ClientDocument> {
  const { secret } = await own(wanted)
  const client = sides.withToken(secret)
  const { features, segments } = await onceKnown(() =>
    client.get('GET /api/client/features', {}, { headers: withSegments }),
  )
  return { features, segments: segments ?? [] }
}

/** Contexts that our server has sampled. They get ids, without which default stickiness is random. */
async function recordedContexts({ sides, options, now }: Run, environment: string): Promise<Context[]> {
  if (options.contexts && !options.contexts.includes('recorded')) return []
  const { enabled, environments } = await sides.client.get('GET /api/admin/evaluation-sample', {})
  if (!enabled || !environments.some(({ name }) => name === environment)) return []
  const { contexts } = await sides.client.get('GET /api/admin/evaluation-sample/:environment', {
    params: { environment },
  })
  return contexts.map(({ context }, index) => ({
    sessionId: `recorded-${index}`,
    ...context,
    currentTime: now,
  }))
}

type Sampled = {
  environment: string
  projects: string[]
  all: string[]
  evaluated: Evaluated
  random: ReadonlySet<string>
  theirs: ClientDocument
}

async function askFrontends(
  { sides, own, there }: Run,
  { environment, projects, all, evaluated, random, theirs }: Sampled,
): Promise<FrontendResult | undefined> {
  const wanted = { environment, type: 'frontend', projects } as const
  const [theirToken, ...more] = chooseTokens(there.tokens, wanted) ?? []
  if (!theirToken || more.length > 0) return undefined
  const ours = sides.withToken((await own({ ...wanted, projects: all })).secret)
  await onceKnown(() => ours.get('GET /api/frontend', {}))
  const names = new Set(theirs.features.map(({ name }) => name))
  return compareFrontends({
    source: sides.source,
    theirToken,
    ours,
    contexts: evaluated.sample,
    isCompared: (flag) => names.has(flag) && !random.has(flag),
    flags: theirs.features.length,
  })
}

/** Differences without an effect on any context, and flags that exist on one side only. */
const documentMismatches = (
  environment: string,
  differences: ReturnType<typeof compareDocuments>,
  { mismatches }: Evaluated,
): Mismatch[] =>
  differences
    .filter(({ flag }) => !mismatches.some((one) => one.flag === flag))
    .map((difference) => ({
      flag: difference.flag,
      environment,
      answers: 0,
      of: 0,
      cause: causeOf(difference),
      fields: difference.fields,
      context: null,
      theirs: null,
      ours: null,
    }))

/** What only the other server's engine shows. */
const frontendMismatches = (
  environment: string,
  { mismatches, sample }: Evaluated,
  frontend: FrontendResult | undefined,
): Mismatch[] =>
  [...(frontend?.examples ?? [])]
    .filter(([flag]) => !mismatches.some((one) => one.flag === flag))
    .map(([flag, { context, answers, theirs, ours }]) => ({
      flag,
      environment,
      answers,
      of: sample.length,
      cause: 'The frontend APIs answer differently',
      fields: [],
      context,
      theirs: { enabled: theirs !== 'off', variant: null, why: theirs },
      ours: { enabled: ours !== 'off', variant: null, why: ours },
    }))
