type Named = { name: string; description: string | null; favorite: boolean }

/** Exact matches first, then prefixes, names with all words, and the rest. */
function rank({ name, favorite }: Named, words: readonly string[]): number {
  const text = name.toLowerCase()
  const [first = ''] = words
  const base =
    text === words.join(' ') || text === words.join('-')
      ? 0
      : text.startsWith(first)
        ? 1
        : words.every((word) => text.includes(word))
          ? 2
          : 3
  return base - (favorite ? 0.5 : 0)
}

export function bestFirst<Flag extends Named>(flags: readonly Flag[], words: readonly string[]): Flag[] {
  return flags
    .filter(({ name, description }) => {
      const text = `${name} ${description ?? ''}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => rank(a, words) - rank(b, words))
}
