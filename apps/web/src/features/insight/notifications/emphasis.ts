export type Part = { text: string; strong: boolean }

/** Splits a message, so that the names in it can be emphasised: each one where it first occurs. */
export function emphasise(message: string, names: readonly (string | null)[]): Part[] {
  const wanted = names.filter((name) => name !== null && name !== '')
  return wanted.reduce<Part[]>(
    (parts, name) => splitAt(parts, name ?? ''),
    [{ text: message, strong: false }],
  )
}

function splitAt(parts: readonly Part[], name: string): Part[] {
  const index = parts.findIndex(({ text, strong }) => !strong && text.includes(name))
  const found = parts[index]
  if (!found) return [...parts]
  const at = found.text.indexOf(name)
  const around = [
    { text: found.text.slice(0, at), strong: false },
    { text: name, strong: true },
    { text: found.text.slice(at + name.length), strong: false },
  ]
  return [...parts.slice(0, index), ...around.filter(({ text }) => text !== ''), ...parts.slice(index + 1)]
}
