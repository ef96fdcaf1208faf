import type { EventType } from '@flagstaff/contract/event-types'
import type { AddonParameter, AddonType } from '@flagstaff/contract/integrations'

/** An event as receivers get it. */
export type SentEvent = {
  id: number
  type: EventType
  createdBy: string
  createdByUserId: number
  createdAt: string
  data: unknown
  preData: unknown
  tags: readonly { type: string; value: string }[]
  featureName: string | null
  project: string | null
  environment: string | null
  groupType: string | null
  groupId: string | null
  /** Of the event log, in hexadecimal. */
  digest: string
  hash: string
}

export type Parameters = Readonly<Record<string, unknown>>

export type Config = {
  parameters: Parameters
  /** The address of this server, for links. */
  home: string
}

export type OutgoingRequest = {
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
  /** What the request is for, if a send has several. */
  channel?: string
}

export type Provider = {
  definition: Omit<AddonType, 'events' | 'parameters'> & { parameters: readonly AddonParameter[] }
  /**
   * How events become requests: one each; as messages for people, in which the events of one change are joined; or as
   * many lines as fit.
   */
  kind: 'event' | 'chat' | 'stream'
  /** The requests for one send. */
  render(events: readonly SentEvent[], config: Config): OutgoingRequest[]
  /** Why a response with a good status is a failure. */
  faultIn?(body: string): string | undefined
  /** Why the parameters cannot be used. */
  check?(parameters: Parameters): { parameter: string; why: string } | undefined
}

type Options = Partial<
  Pick<AddonParameter, 'description' | 'placeholder' | 'required' | 'sensitive' | 'type'>
>

export const parameter = (name: string, displayName: string, options: Options = {}): AddonParameter => ({
  name,
  displayName,
  type: 'text',
  required: false,
  sensitive: false,
  ...options,
})

export const urlParameter = (options: Options = {}): AddonParameter =>
  parameter('url', 'Address', { type: 'url', required: true, sensitive: true, ...options })

export const headersParameter = parameter('customHeaders', 'More headers', {
  type: 'textfield',
  description: 'A JSON object with the names and values of headers.',
  placeholder: '{\n  "X-Team": "checkout"\n}',
  sensitive: true,
})

export const templateParameter = parameter('bodyTemplate', 'Body template', {
  type: 'textfield',
  description:
    'A Mustache template for the body. It can use event, eventJson (the event as a quoted JSON text) and eventMarkdown (the event as a sentence).',
  placeholder: '{\n  "flag": "{{event.featureName}}",\n  "text": "{{eventMarkdown}}"\n}',
})

/** A text parameter, or an empty text. */
export const textOf = ({ parameters }: { parameters: Parameters }, name: string): string => {
  const value = parameters[name]
  return typeof value === 'string' ? value.trim() : ''
}

export function headersOf(config: { parameters: Parameters }): Record<string, string> {
  const text = textOf(config, 'customHeaders')
  if (text === '') return {}
  const read: unknown = JSON.parse(text)
  return Object.fromEntries(
    Object.entries(read as object).map(([name, value]) => [name.toLowerCase(), String(value)]),
  )
}
