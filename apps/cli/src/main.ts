import { readFileSync } from 'node:fs'

const [, , name = 'start', ...rest] = process.argv
const args = name.startsWith('-') ? [name, ...rest] : rest
const commands: Record<string, () => Promise<number>> = {
  start: async () => (await import('./start/index.ts')).start(args),
  edge: async () => (await import('./start/index.ts')).edge(),
  move: async () => (await import('./start/index.ts')).move(args),
}
if (name === '--version') {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${manifest.version}\n`)
} else {
  const command = commands[name.startsWith('-') ? 'start' : name]
  if (command) process.exitCode = await command()
  else {
    process.stderr.write(`There is no command ${name}. There are: ${Object.keys(commands).join(', ')}.\n`)
    process.exitCode = 2
  }
}
