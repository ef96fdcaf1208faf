/**
 * Renders the Helm chart with several values and checks every object by the schemas of Kubernetes. It uses `helm` if
 * it is installed, and otherwise Go's templates with Sprig, from Debian's packages (`.ci/go`).
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import * as apps from 'kubernetes-models/apps/v1'
import * as networking from 'kubernetes-models/networking.k8s.io/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { parse, parseAllDocuments } from 'yaml'
import { refused, rendered } from './helm/values.ts'

const helm = fileURLToPath(new URL('../deploy/helm/', import.meta.url))
const chart = join(helm, 'flagstaff')
const hasHelm = spawnSync('helm', ['version', '--short']).status === 0

type Values = Record<string, unknown>
type Manifest = { kind: string; metadata: { name: string } }
type Model = new (data: never) => { validate(): void }
const models: Record<string, Model> = {
  Deployment: apps.Deployment,
  Service: core.Service,
  PodDisruptionBudget: policy.PodDisruptionBudget,
  Ingress: networking.Ingress,
}
/** Kinds that Kubernetes itself does not define. */
const others = new Set(['ServiceMonitor'])

const defaults: Values = parse(readFileSync(join(chart, 'values.yaml'), 'utf8'))
const isValid = new Ajv({ strict: true, strictTypes: false }).compile(
  JSON.parse(readFileSync(join(chart, 'values.schema.json'), 'utf8')),
)
const folder = mkdtempSync(join(tmpdir(), 'flagstaff-chart-'))
try {
  const renderer = hasHelm ? '' : buildRenderer()
  for (const [name, { values, kinds }] of Object.entries(rendered)) {
    const all = merge(defaults, values)
    if (!isValid(all)) throw new Error(`${name}: ${JSON.stringify(isValid.errors)}`)
    const objects = render(renderer, values, all)
    for (const object of objects) validate(name, object)
    const found = objects.map(({ kind }) => kind).sort()
    if (found.join() !== [...kinds].sort().join()) throw new Error(`${name}: rendered ${found.join(', ')}`)
    console.log(`${name}: ${objects.length} objects are valid`)
  }
  for (const [name, values] of Object.entries(refused))
    if (isValid(merge(defaults, values))) throw new Error(`${name}: the schema must refuse it`)
} finally {
  rmSync(folder, { recursive: true })
}

function buildRenderer(): string {
  const program = join(folder, 'render')
  execFileSync('go', ['build', '-o', program, 'main.go'], {
    cwd: join(helm, 'render'),
    env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' },
    stdio: 'inherit',
  })
  return program
}

function render(renderer: string, values: Values, all: Values): Manifest[] {
  const file = join(folder, 'values.json')
  writeFileSync(file, JSON.stringify(hasHelm ? values : all))
  const text = hasHelm
    ? execFileSync('helm', ['template', 'shop', chart, '--values', file], { encoding: 'utf8' })
    : execFileSync(renderer, [chart, file, 'shop'], { encoding: 'utf8' })
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${document.errors[0]?.message}\n${text}`)
    return (document.toJS() as Manifest | null) ?? []
  })
}

function validate(name: string, object: Manifest) {
  if (others.has(object.kind)) return
  const Found = models[object.kind]
  if (!Found) throw new Error(`${name}: no schema for ${object.kind}`)
  try {
    new Found(object as never).validate()
  } catch (error) {
    throw new Error(`${name}: ${object.kind} ${object.metadata.name}: ${(error as Error).message}`)
  }
}

/** As Helm merges values: maps are merged, everything else is replaced. */
function merge(base: Values, over: Values): Values {
  const isMap = (value: unknown): value is Values =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const merged = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const before = merged[key]
    merged[key] = isMap(before) && isMap(value) ? merge(before, value) : value
  }
  return merged
}
