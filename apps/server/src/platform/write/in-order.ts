import { codeOf } from '../database/failures.ts'

type Results<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> }

/**
 * Awaits work that was started together, so that its statements share a round trip. If several parts fail, throws the
 * first error in list order, as if they had run in sequence, but prefers any other error to "transaction aborted".
 */
export async function inOrder<const T extends readonly unknown[]>(parts: T): Promise<Results<T>> {
  for (const part of parts) if (part instanceof Promise) part.catch(() => {})
  const results: unknown[] = []
  try {
    for (const part of parts) results.push(await part)
  } catch (error) {
    throw isAborted(error) ? await causeOf(parts, error) : error
  }
  return results as Results<T>
}

const isAborted = (error: unknown): boolean => codeOf(error) === '25P02'

async function causeOf(parts: readonly unknown[], error: unknown): Promise<unknown> {
  const settled = await Promise.allSettled(parts)
  const failed = settled.filter((part) => part.status === 'rejected')
  return failed.find(({ reason }) => !isAborted(reason))?.reason ?? error
}
