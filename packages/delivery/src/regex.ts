import { RE2JS } from 're2js'

/** Patterns that people write run in linear time, whatever they wrote. */
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
