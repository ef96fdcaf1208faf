/** An origin as browsers send it: scheme, host, and port unless it is the default. */
export function isOrigin(text: string): boolean {
  const url = text.includes('*') ? null : URL.parse(text)
  return (url?.protocol === 'https:' || url?.protocol === 'http:') && url.origin === text
}

export const readOrigins = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** An empty list allows all origins. */
export const allows = (origins: readonly string[], origin: string) =>
  origins.length === 0 || origins.includes('*') || origins.includes(origin)
