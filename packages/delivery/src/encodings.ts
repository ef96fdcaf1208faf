import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd'

const compressors = {
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: (body: Buffer) => promisify(zstdCompress)(body),
}

/** Runs on the thread pool, not on the main thread. */
export const compress = (body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> =>
  compressors[encoding](body)

const SMALL = 1_024

/** The best encoding that the client accepts. `q=0` refuses an encoding; other weights are ignored. */
export function chooseEncoding(accept: string | undefined, size: number): Encoding {
  if (!accept || size < SMALL) return 'identity'
  const takes = (name: string) => {
    const at = accept.indexOf(name)
    return at >= 0 && !/^\s*;\s*q=0(\.0*)?\s*(,|$)/.test(accept.slice(at + name.length))
  }
  if (takes('zstd')) return 'zstd'
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}
