/**
 * Puts a flag into packages that are published with their sources and tests, removes it again, and runs their tests:
 * those that passed before must pass, and no file may have a new type error.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Project } from 'ts-morph'
import { removeFlag } from '../../src/index.ts'
import { KEY, plant } from './plant.ts'

type Published = { name: string; needs: string[]; conditions?: string[] }

const packages: Published[] = [
  { name: 'zod@4.6.7', needs: ['@web-std/file', 'recheck'], conditions: ['@zod/source'] },
  { name: '@changesets/assemble-release-plan@5.2.4', needs: ['@changesets/config@2.3.1', '@types/semver'] },
  { name: '@changesets/parse@0.3.16', needs: ['outdent@0.5.0', '@types/js-yaml@3'] },
]
const tools = ['vitest@5.1.0', 'unleash-client@6.12.1', '@types/node@24.10.1']

let failures = 0
for (const one of packages) failures += check(one)
if (failures > 0) process.exitCode = 1

function check(one: Published): number {
  const folder = mkdtempSync(join(tmpdir(), 'removal-'))
  try {
    const tsconfig = unpack(folder, one)
    const before = { results: runTests(folder), errors: errorsOf(tsconfig) }
    const project = new Project({ tsConfigFilePath: tsconfig })
    const planted = plant(project)
    project.saveSync()
    const { changed, rejected, listed } = removeFlag({ tsconfig, key: KEY, value: 'on' })
    for (const { path, after } of changed) writeFileSync(path, after)
    const after = { results: runTests(folder), errors: errorsOf(tsconfig) }
    const broken = [...before.results]
      .filter(([name, result]) => result === 'passed' && after.results.get(name) !== result)
      .map(([name]) => name)
    const fresh = after.errors.filter((error) => !before.errors.includes(error))
    const left = new Project({ tsConfigFilePath: tsconfig })
      .getSourceFiles()
      .filter((file) => file.getFullText().includes(KEY))
    const passed = [...after.results.values()].filter((result) => result === 'passed').length
    console.log(
      `${one.name}: ${planted} calls planted in ${changed.length} files, ${rejected.length} rejected, ` +
        `${listed.length} listed, ${left.length} files left; ${passed} of ${after.results.size} tests pass, ` +
        `${broken.length} passed only before; ${fresh.length} new type errors`,
    )
    for (const line of [...rejected, ...listed, ...broken.slice(0, 5), ...fresh.slice(0, 5)])
      console.log(`  ${JSON.stringify(line)}`)
    return planted === 0 || passed === 0 ? 1 : rejected.length + left.length + broken.length + fresh.length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The published files as they are, with what their tests need. Returns the path of a `tsconfig.json`. */
function unpack(folder: string, { name, needs, conditions = [] }: Published): string {
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--silent', '--no-audit', '--no-fund'], { cwd: folder, encoding: 'utf8' })
  const tarball = npm('pack', name).trim().split('\n').at(-1) ?? ''
  execFileSync('tar', ['xzf', tarball], { cwd: folder })
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'))
  const own = Object.entries(dependencies).map(([need, range]) => `${need}@${range}`)
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  npm('install', '--ignore-scripts', ...tools, ...needs, ...own)
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `const source = { resolve: { conditions: ${JSON.stringify(conditions)} } }
     export default { ...source, ssr: source, root: 'package', test: { globals: true, include: ['src/**/*.test.ts'] } }`,
  )
  const tsconfig = join(folder, 'package/tsconfig.json')
  mkdirSync(join(folder, 'package'), { recursive: true })
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    customConditions: conditions,
    esModuleInterop: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions, include: ['src'], exclude: ['**/*.test.ts'] }))
  return tsconfig
}

/** The result of each test by its file and name. */
function runTests(folder: string): Map<string, string> {
  const report = join(folder, 'results.json')
  rmSync(report, { force: true })
  // It fails where tests fail, also those that failed before.
  spawnSync('npx', ['vitest', 'run', '--reporter=json', `--outputFile.json=${report}`, '--maxWorkers=2'], {
    cwd: folder,
  })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
  }
  return new Map(
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, status }) => [`${name}: ${fullName}`, status] as const),
    ),
  )
}

function errorsOf(tsconfig: string): string[] {
  const project = new Project({ tsConfigFilePath: tsconfig })
  return project
    .getPreEmitDiagnostics()
    .map((one) => `${one.getSourceFile()?.getBaseName()}: ${JSON.stringify(one.getMessageText())}`)
}
