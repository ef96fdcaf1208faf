import { genesis, type LinkedEvent } from '@flagstaff/event-log/chain'
import { type Span, writePart } from '@flagstaff/event-log/part-file'
import type { Reader } from '../../../platform/database/database.ts'
import { withLargeBudget } from '../../../platform/database/deadline.ts'
import { listLinked } from '../../../platform/write/verify.ts'
import { findHashBefore } from './queries.ts'

/** So few that requests in between do not wait for long. */
const PAGE = 200
const PAGE_MS = 10_000

type OnPage = (revision: number) => Promise<void>

/** The text of the file of a part, in pieces. */
export async function* partText(db: Reader, span: Span, onPage?: OnPage): AsyncGenerator<string> {
  const hashBefore = (await findHashBefore(db, span.first)) ?? genesis
  yield* writePart({ ...span, hashBefore }, pagesOf(db, span, onPage))
}

async function* pagesOf(db: Reader, { first, last }: Span, onPage?: OnPage): AsyncGenerator<LinkedEvent[]> {
  for (let after = first - 1; after < last; ) {
    const limit = Math.min(PAGE, last - after)
    const from = after
    const page = await withLargeBudget(PAGE_MS, () => listLinked(db, from, limit))
    yield page
    if (page.length === 0) return
    after += page.length
    await onPage?.(after)
  }
}
