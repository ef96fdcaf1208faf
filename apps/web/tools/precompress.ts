import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// Compresses the build output once, at the highest level, so that the server only sends files.

const folder = new URL('../dist/assets/', import.meta.url)
for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
  const bytes = readFileSync(new URL(name, folder))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  writeFileSync(new URL(`${name}.br`, folder), brotliCompressSync(bytes, quality))
  writeFileSync(new URL(`${name}.gz`, folder), gzipSync(bytes, { level: 9 }))
}
