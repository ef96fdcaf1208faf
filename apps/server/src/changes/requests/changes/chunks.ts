type Named = { flag: string | null }

/** Divides changes into as few lists of at most `most` as their order allows. Those of one flag stay together. */
export function chunksOf<Change extends Named>(changes: readonly Change[], most: number): Change[][] {
  const chunks: Change[][] = []
  for (const group of Map.groupBy(changes, ({ flag }) => flag).values()) {
    const last = chunks.at(-1)
    if (last && last.length + group.length <= most) last.push(...group)
    else chunks.push([...group])
  }
  return chunks
}
