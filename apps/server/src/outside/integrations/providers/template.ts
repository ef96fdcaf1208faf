import Mustache from 'mustache'
import { markdownOf } from './message.ts'
import type { Config, SentEvent } from './types.ts'

const MOST_CHARACTERS = 256 * 1024
const MOST_STEPS = 100_000

/** Sections in sections can repeat a long text very often, so the work is limited while it is done. */
class BoundedWriter extends Mustache.Writer {
  #characters = 0
  #steps = 0

  override renderTokens(...given: Parameters<Mustache.Writer['renderTokens']>) {
    this.#steps += 1
    if (this.#steps > MOST_STEPS) throw new Error('the template repeats too much')
    return super.renderTokens(...given)
  }
  override escapedValue(...given: Parameters<Mustache.Writer['escapedValue']>) {
    return this.#counted(super.escapedValue(...given))
  }
  override unescapedValue(...given: Parameters<Mustache.Writer['unescapedValue']>) {
    return this.#counted(super.unescapedValue(...given))
  }
  override rawValue(...given: Parameters<Mustache.Writer['rawValue']>) {
    return this.#counted(super.rawValue(...given))
  }

  #counted(text: string): string {
    // Values can also be missing, or numbers.
    this.#characters += String(text ?? '').length
    if (this.#characters > MOST_CHARACTERS) throw new Error('the body is longer than 256 kB')
    return text
  }
}

/** A text that is not escaped, wherever a template uses it. */
class Raw {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toString() {
    return this.#text
  }
}

const escapeValue = (value: unknown) =>
  value instanceof Raw ? String(value) : Mustache.escape(String(value))

/** Templates read no prototypes, so that they find only the fields of the event. */
const bare = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(bare)
  if (typeof value !== 'object' || value === null) return value
  return Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(value).map(([key, one]) => [key, bare(one)])),
  )
}

export function renderTemplate(template: string, event: SentEvent, config: Config): string {
  const sent = wireEvent(event)
  const view = Object.assign(Object.create(null), {
    event: bare(sent),
    eventJson: JSON.stringify(JSON.stringify(sent)),
    eventMarkdown: new Raw(markdownOf(event, config.home)),
  })
  return new BoundedWriter().render(template, view, {}, { escape: escapeValue })
}

/** Why a template cannot be used. */
export function faultOfTemplate(template: string): string | undefined {
  try {
    // Another writer each time: the shared one keeps all templates.
    new Mustache.Writer().parse(template)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** The event as it is on the wire, without the fields of the log. */
export const wireEvent = ({ digest: _digest, hash: _hash, ...event }: SentEvent) => event
