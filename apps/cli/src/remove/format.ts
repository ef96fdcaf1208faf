import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

const formatters = [
  { name: 'biome', configs: ['biome.json', 'biome.jsonc'], args: ['format', '--write'] },
  {
    name: 'prettier',
    configs: [
      '.prettierrc',
      '.prettierrc.json',
      '.prettierrc.yaml',
      '.prettierrc.js',
      'prettier.config.js',
      'prettier.config.mjs',
    ],
    args: ['--write', '--log-level', 'warn'],
  },
]

/** Runs the project's formatter on the files. Returns its name if it succeeded. */
export function format(folder: string, paths: readonly string[]): string | undefined {
  const formatter = formatters.find(({ configs }) => configs.some((file) => findUp(folder, file)))
  const program = formatter && findUp(folder, join('node_modules', '.bin', formatter.name))
  if (!program) return undefined
  const { status } = spawnSync(program, [...formatter.args, ...paths], {
    cwd: folder,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  })
  return status === 0 ? formatter.name : undefined
}

function findUp(folder: string, file: string): string | undefined {
  const path = join(folder, file)
  if (existsSync(path)) return path
  const above = dirname(folder)
  return above === folder ? undefined : findUp(above, file)
}
