/** The names in a list with commas; null if there are none, which means no filter. */
export function namesIn(text: string | undefined): string[] | null {
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || [])
  return names.length === 0 ? null : names
}
