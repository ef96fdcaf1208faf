export type Sdk = { name: string; version: string }

/** Parses `name:version` and drops the npm scope; undefined if the version is not numeric. */
export function readSdk(text: string): Sdk | undefined {
  const [name = '', version = ''] = text.split(':')
  return /^v?\d/.test(version) ? { name: name.replace(/^@.*\//, ''), version } : undefined
}

/** Compares the numbers first; a pre-release is older than its release. */
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
