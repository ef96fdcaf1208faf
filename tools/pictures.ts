import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { pictures } from './pictures/list.ts'
import { digestOf, outdated, type Taken } from './pictures/sources.ts'

// Takes the pictures of screens in the documentation, in the light and the dark theme:
//   pnpm pictures [name …]    all pictures, or some
//   pnpm pictures --to <dir>  into another folder
//   pnpm pictures --check     fails if the sources of a screen have changed since its picture was taken
//   pnpm pictures --note      only says so
// Needs a build, Chromium (`.ci/browser`) and a PostgreSQL (TEST_POSTGRES, or the private one).

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = `${root}apps/web/src/`
const folder = `${root}apps/docs/static/pictures/`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: folder },
    check: { type: 'boolean', default: false },
    note: { type: 'boolean', default: false },
  },
})

if (values.check || values.note) report()
else await takeAll()

function report() {
  const names = outdated(sources, pictures, readTaken())
  if (names.length === 0) return console.log('The pictures show the screens as they are.')
  console.log(`Screens have changed since these pictures were taken: ${names.join(', ')}`)
  console.log(`Look at them, and take them again if they look different: pnpm pictures ${names.join(' ')}`)
  if (values.check) process.exitCode = 1
}

async function takeAll() {
  const unknown = positionals.filter((name) => !pictures.some((picture) => picture.name === name))
  if (unknown.length > 0) throw new Error(`there is no picture ${unknown.join(', ')}`)
  const chosen = pictures.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  // Loaded here, because the build of the documentation runs `--note` without a server or a browser.
  const { openShop } = await import('./pictures/shop.ts')
  const { openCamera } = await import('./pictures/camera.ts')
  const postgres =
    process.env.TEST_POSTGRES ?? execFileSync('.ci/postgres', { cwd: root, encoding: 'utf8' }).trim()
  const target = `${values.to.replace(/\/$/, '')}/`
  mkdirSync(target, { recursive: true })
  const shop = await openShop(postgres)
  const camera = await openCamera(shop)
  const taken = readTaken()
  const failed: string[] = []
  try {
    for (const picture of chosen) {
      const { name, shows } = picture
      try {
        const { width, height, light, dark } = await camera.take(picture)
        writeFileSync(`${target}${name}-light.webp`, light)
        writeFileSync(`${target}${name}-dark.webp`, dark)
        taken[name] = { width, height, sources: digestOf(sources, shows) }
        console.log(`${name}: ${width} × ${height}, ${kilobytes(light)} and ${kilobytes(dark)}`)
      } catch (error) {
        failed.push(name)
        console.error(`${name} failed: ${error instanceof Error ? error.message : error}`)
      }
    }
  } finally {
    await camera.end()
    await shop.end()
  }
  const known = pictures.map(({ name }) => name).sort()
  const entries = known.flatMap((name) => (taken[name] ? [[name, taken[name]] as const] : []))
  writeFileSync(`${target}pictures.json`, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  if (failed.length > 0) process.exitCode = 1
}

function readTaken(): Record<string, Taken> {
  try {
    return JSON.parse(readFileSync(`${folder}pictures.json`, 'utf8'))
  } catch {
    return {}
  }
}

function kilobytes(image: Buffer): string {
  return `${Math.round(image.length / 1000)} kB`
}
