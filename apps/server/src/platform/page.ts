type Asked = { limit?: string | undefined; offset?: string | undefined }

/** Which part of a list is asked for. As everywhere on the wire, what makes no sense counts as not said. */
export function pageOf({ limit, offset }: Asked, { usual, most }: { usual: number; most: number }) {
  const [count, start] = [Number(limit), Number(offset)]
  return {
    limit: Number.isInteger(count) && count > 0 && count <= most ? count : usual,
    offset: Number.isSafeInteger(start) && start > 0 ? start : 0,
  }
}
