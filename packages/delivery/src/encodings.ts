import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'

export type Encoding = 'identity' | 'gzip' | 'br' | 'zstd'

const compressors = {
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: (body: Buffer) => promisify(zstdCompress)(body),
}

/** Runs beside the main thread. */
export const compress = (body: Buffer, encoding: Exclude<Encoding, 'identity'>): Promise<Buffer> =>
  compressors[encoding](body)

const SMALL = 1_024

/** The best encoding the caller takes. `q=0` refuses one; other weights are not weighed: we know which is best. */
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
