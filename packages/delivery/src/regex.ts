import { RE2JS } from 're2js'

/** User-defined patterns run in linear time, so that they cannot block the process (ReDoS). */
export function linearRegex(
  pattern: string,
  caseInsensitive: boolean,
): ((text: string) => boolean) | undefined {
  try {
    const compiled = RE2JS.compile(pattern, caseInsensitive ? RE2JS.CASE_INSENSITIVE : 0)
    return (text) => compiled.matcher(text).find()
  } catch {
    return undefined
  }
}
