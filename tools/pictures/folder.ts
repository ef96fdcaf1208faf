import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Shot } from './camera.ts'
import { drawn, pictures } from './list.ts'
import { digestOf, type Taken } from './sources.ts'

/** Where the documentation has its pictures. */
export const folder = fileURLToPath(new URL('../../apps/docs/static/pictures/', import.meta.url))
/** What `shows` of a picture is relative to. */
export const sources = fileURLToPath(new URL('../../apps/web/src/', import.meta.url))

export function readTaken(): Record<string, Taken> {
  try {
    return JSON.parse(readFileSync(`${folder}pictures.json`, 'utf8'))
  } catch {
    return {}
  }
}

/** Writes both themes of these pictures, and the sizes of all. */
export function savePictures(target: string, shots: ReadonlyMap<string, Shot>) {
  const taken = readTaken()
  const known = [...pictures, ...drawn]
  mkdirSync(target, { recursive: true })
  for (const [name, { width, height, light, dark }] of shots) {
    writeFileSync(`${target}${name}-light.webp`, light)
    writeFileSync(`${target}${name}-dark.webp`, dark)
    const shows = known.find((picture) => picture.name === name)?.shows ?? []
    taken[name] = { width, height, sources: digestOf(sources, shows) }
  }
  const names = known.map(({ name }) => name).sort()
  const entries = names.flatMap((name) => (taken[name] ? [[name, taken[name]] as const] : []))
  writeFileSync(`${target}pictures.json`, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
}

export function describeShot(name: string, { width, height, light, dark }: Shot): string {
  return `${name}: ${width} × ${height}, ${kilobytes(light)} and ${kilobytes(dark)}`
}

const kilobytes = (image: Buffer) => `${Math.round(image.length / 1000)} kB`
