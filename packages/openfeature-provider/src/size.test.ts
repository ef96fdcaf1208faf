import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const bundle = async (file: string) => {
  const input = fileURLToPath(new URL(file, import.meta.url))
  const build = await rolldown({ input, platform: 'neutral', resolve: { conditionNames: ['source'] } })
  const { output } = await build.generate({ format: 'esm', minify: true })
  return { code: output[0].code, imports: output[0].imports }
}

test('the bundle with the engine takes at most 15 kB and imports nothing', async () => {
  const { code, imports } = await bundle('index.ts')
  expect(imports).toEqual([])
  expect(gzipSync(code).length).toBeLessThanOrEqual(15_000)
})

// 0.4 kB of it keep patterns from blocking a server or a page.
test('the engine takes at most 9.5 kB', async () => {
  const { code, imports } = await bundle('../../engine/src/index.ts')
  expect(imports).toEqual([])
  expect(gzipSync(code).length).toBeLessThanOrEqual(9_500)
})
