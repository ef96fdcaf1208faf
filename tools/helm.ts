/**
 * Renders the Helm chart with several values and checks every object by the schemas of Kubernetes. It uses `helm` if
 * it is installed, and otherwise Go's templates with Sprig, from Debian's packages (`.ci/go`).
 */
import { deepStrictEqual } from 'node:assert/strict'
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
import { explained, refused, rendered } from './helm/values.ts'

const helm = fileURLToPath(new URL('../deploy/helm/', import.meta.url))
const chart = join(helm, 'flagstaff')
const hasHelm = spawnSync('helm', ['version', '--short']).status === 0

type Values = Record<string, unknown>
type Manifest = { kind: string; metadata: { name: string } }
type Model = new (data: never) => { validate(): void }
const models: Record<string, Model> = {
  Deployment: apps.Deployment,
  StatefulSet: apps.StatefulSet,
  ConfigMap: core.ConfigMap,
  ServiceAccount: core.ServiceAccount,
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
let renderer = ''
try {
  if (!hasHelm) renderer = buildRenderer()
  for (const [name, { values, kinds, has = {} }] of Object.entries(rendered)) {
    const objects = renderValid(name, values)
    for (const object of objects) validate(name, object)
    const found = objects.map(({ kind }) => kind).sort()
    if (found.join() !== [...kinds].sort().join()) throw new Error(`${name}: rendered ${found.join(', ')}`)
    for (const [place, wanted] of Object.entries(has))
      deepStrictEqual(valueAt(objects, place), wanted, `${name}: ${place}`)
    console.log(`${name}: ${objects.length} objects are valid`)
  }
  for (const [name, values] of Object.entries(refused))
    if (isValid(merge(defaults, values))) throw new Error(`${name}: the schema must refuse it`)
  for (const [name, { values, message }] of Object.entries(explained)) {
    const said = messageOf(() => renderValid(name, { existingSecret: 'flagstaff', ...values }))
    if (!said.includes(message)) throw new Error(`${name}: “${message}” is not in: ${said}`)
  }
  checkRegistry()
} finally {
  rmSync(folder, { recursive: true })
}

function renderValid(name: string, values: Values): Manifest[] {
  const all = merge(defaults, values)
  if (!isValid(all)) throw new Error(`${name}: ${JSON.stringify(isValid.errors)}`)
  return render(values, all)
}

function messageOf(work: () => unknown): string {
  try {
    work()
    return 'no error'
  } catch (error) {
    return (error as Error).message
  }
}

/** The value at `<kind> <name> <path>`. */
function valueAt(objects: Manifest[], place: string): unknown {
  const [kind = '', name = '', path = ''] = place.split(' ')
  const object = objects.find((one) => one.kind === kind && one.metadata.name === name)
  return path.split('.').reduce<unknown>((at, key) => (at as Values | undefined)?.[key], object)
}

/** The release writes where its images are into the packaged chart, with the command that is run here. */
function checkRegistry() {
  const workflow = readFileSync(
    fileURLToPath(new URL('../.github/workflows/release.yml', import.meta.url)),
    'utf8',
  )
  const command = /^ +(sed -i .* deploy\/helm\/flagstaff\/values\.yaml)$/m.exec(workflow)?.[1]
  if (!command) throw new Error('release.yml must set image.registry of the chart')
  const file = join(folder, 'values.yaml')
  writeFileSync(file, readFileSync(join(chart, 'values.yaml')))
  const env = { ...process.env, REGISTRY: 'ghcr.io/shop' }
  execFileSync('sh', ['-c', command.replace('deploy/helm/flagstaff/values.yaml', file)], { env })
  const { image, ...others } = parse(readFileSync(file, 'utf8')) as Values & { image: Values }
  const { image: before, ...same } = defaults
  deepStrictEqual(image, { ...(before as Values), registry: 'ghcr.io/shop' })
  deepStrictEqual(others, same)
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

function render(values: Values, all: Values): Manifest[] {
  const file = join(folder, 'values.json')
  writeFileSync(file, JSON.stringify(hasHelm ? values : all))
  const text = hasHelm
    ? execFileSync('helm', ['template', 'shop', chart, '--values', file], { encoding: 'utf8', stdio: 'pipe' })
    : execFileSync(renderer, [chart, file, 'shop'], { encoding: 'utf8', stdio: 'pipe' })
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
