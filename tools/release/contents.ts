import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import type { Published } from './packages.ts'

const never = /(\.map|\.test\.|\.env$|\/node_modules\/)/
const list = (tarball: string) =>
  execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).trim().split('\n')
const read = (tarball: string, file: string) =>
  execFileSync('tar', ['-xzOf', tarball, `package/${file}`], { encoding: 'utf8', maxBuffer: 1e7 })

/** What is wrong with a tarball; empty if it can be published. */
export function faultsOf(
  tarball: string,
  { name, mostBytes, allowed }: Published,
  version: string,
): string[] {
  const files = list(tarball).map((file) => file.replace(/^package\//, ''))
  const manifest = JSON.parse(read(tarball, 'package.json'))
  const bytes = statSync(tarball).size
  const faults = files
    .filter((file) => !allowed.test(file) || never.test(file))
    .map((file) => `${file} must not be published`)
  for (const file of ['package.json', 'README.md', 'LICENSE'])
    if (!files.includes(file)) faults.push(`${file} is missing`)
  for (const file of pathsIn([manifest.exports, manifest.bin, manifest.types]))
    if (!files.includes(file)) faults.push(`package.json refers to ${file}, which is missing`)
  if (bytes > mostBytes) faults.push(`it has ${bytes} bytes, more than ${mostBytes}`)
  if (manifest.name !== name || manifest.version !== version)
    faults.push(`it is ${manifest.name} ${manifest.version}, not ${name} ${version}`)
  for (const [dependency, wanted] of Object.entries<string>(manifest.dependencies ?? {}))
    if (!/^\d+\.\d+\.\d+$/.test(wanted)) faults.push(`the version of ${dependency} is not exact: ${wanted}`)
  return faults
}

function pathsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(pathsIn)
}
