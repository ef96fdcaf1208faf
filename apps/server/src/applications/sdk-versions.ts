export type Sdk = { name: string; version: string }

/** Of `name:version`, without an npm scope; undefined where the version is not a number. */
export function readSdk(text: string): Sdk | undefined {
  const [name = '', version = ''] = text.split(':')
  return /^v?\d/.test(version) ? { name: name.replace(/^@.*\//, ''), version } : undefined
}

/** Numbers first; what is before a release counts as older than it. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((text) => {
    const [numbers = '', pre] = text.replace(/^v/, '').split('+')[0]?.split('-') ?? []
    return {
      parts: numbers.split('.').map((part) => Number.parseInt(part, 10) || 0),
      isEarly: pre !== undefined,
    }
  })
  if (!left || !right) return 0
  for (let place = 0; place < 3; place++) {
    const difference = (left.parts[place] ?? 0) - (right.parts[place] ?? 0)
    if (difference !== 0) return difference
  }
  return Number(right.isEarly) - Number(left.isEarly)
}
