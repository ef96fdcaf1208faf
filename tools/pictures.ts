import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Shot } from './pictures/camera.ts'
import { describeShot, folder, readTaken, savePictures, sources } from './pictures/folder.ts'
import { drawn, pictures } from './pictures/list.ts'
import { outdated } from './pictures/sources.ts'

// Takes the pictures of screens in the documentation, in the light and the dark theme:
//   pnpm pictures [name …]    all pictures, or some
//   pnpm pictures --to <dir>  into another folder
//   pnpm pictures --check     fails if the sources of a screen have changed since its picture was taken
//   pnpm pictures --note      only says so
// Needs a build, Chromium (`.ci/browser`) and a PostgreSQL (TEST_POSTGRES, or the private one).

const root = fileURLToPath(new URL('..', import.meta.url))

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
  const taken = readTaken()
  const names = outdated(sources, pictures, taken)
  const old = outdated(sources, drawn, taken)
  if (names.length > 0) {
    console.log(`Screens have changed since these pictures were taken: ${names.join(', ')}`)
    console.log(`Look at them, and take them again if they look different: pnpm pictures ${names.join(' ')}`)
  }
  if (old.length > 0)
    console.log(`The dashboard has changed since its pictures were drawn: pnpm dashboard --draw`)
  if (names.length + old.length === 0) console.log('The pictures show the screens as they are.')
  else if (values.check) process.exitCode = 1
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
  const shop = await openShop(postgres)
  const camera = await openCamera(shop)
  const shots = new Map<string, Shot>()
  const failed: string[] = []
  try {
    for (const picture of chosen) {
      const { name } = picture
      try {
        const shot = await camera.take(picture)
        shots.set(name, shot)
        console.log(describeShot(name, shot))
      } catch (error) {
        failed.push(name)
        console.error(`${name} failed: ${error instanceof Error ? error.message : error}`)
      }
    }
  } finally {
    await camera.end()
    await shop.end()
  }
  savePictures(target, shots)
  if (failed.length > 0) process.exitCode = 1
}
