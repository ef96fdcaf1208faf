type Asked = { limit?: string | undefined; offset?: string | undefined }

/** The requested page of a list. As everywhere in the API, invalid values are ignored. */
export function pageOf({ limit, offset }: Asked, { usual, most }: { usual: number; most: number }) {
  const [count, start] = [Number(limit), Number(offset)]
  return {
    limit: Number.isInteger(count) && count > 0 && count <= most ? count : usual,
    offset: Number.isSafeInteger(start) && start > 0 ? start : 0,
  }
}
