import { createHash } from 'node:crypto'
import { openSecretBox } from '../../../platform/secret-box.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { version } from '../../../version.ts'
import { findProvider } from '../providers/index.ts'
import type { Config, OutgoingRequest, Parameters, Provider, SentEvent } from '../providers/types.ts'
import type { Integration } from '../queries.ts'
import { messageId, signatureHeaders } from '../signature.ts'

/** How long both keys sign after one was replaced. */
const BOTH_MS = 24 * 3_600_000

type Needed = Pick<Settings, 'encryptionKeys' | 'url'>

/** An integration that can send: its secrets are decrypted. */
export type Opened = { provider: Provider; config: Config; signing: readonly string[] }

/** Undefined if this version does not know the provider. */
export function openIntegration(
  integration: Integration,
  settings: Needed,
  now = new Date(),
): Opened | undefined {
  const provider = findProvider(integration.provider)
  if (!provider) return undefined
  const config = { parameters: allParameters(integration, settings), home: settings.url }
  // Chats do not check signatures.
  if (provider.kind === 'chat') return { provider, config, signing: [] }
  const box = openSecretBox(settings.encryptionKeys)
  const { signing, signingBefore, signingChangedAt } = integration
  const isChanging = signingChangedAt !== null && now.getTime() - signingChangedAt.getTime() < BOTH_MS
  const before = isChanging && signingBefore !== null ? tryTo(() => box.open(signingBefore)) : undefined
  return { provider, config, signing: [box.open(signing), ...(before === undefined ? [] : [before])] }
}

/** Throws if the secrets cannot be decrypted. */
function allParameters({ parameters, secrets }: Integration, { encryptionKeys }: Needed): Parameters {
  if (secrets === null) return parameters
  return { ...parameters, ...JSON.parse(openSecretBox(encryptionKeys).open(secrets)) }
}

/** Without secrets that cannot be decrypted: they have to be entered again. */
export const knownParameters = (integration: Integration, settings: Needed): Parameters =>
  tryTo(() => allParameters(integration, settings)) ?? integration.parameters

export const LOST_SECRETS =
  'ENCRYPTION_KEY does not open the secrets of this integration. Add the old key to ENCRYPTION_KEY, or enter the secrets again and replace the signing secret.'

/** Whether the secrets can be decrypted. */
export const isReadable = (integration: Integration, settings: Needed): boolean =>
  tryTo(() => ({ opened: openIntegration(integration, settings) })) !== undefined

function tryTo<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

type Sending = { attempt: number; replay: boolean; now: Date }

/** The requests for a send. Messages for people are not signed: chats would not check it. */
export function compose(
  { provider, config, signing }: Opened,
  events: readonly SentEvent[],
  { attempt, replay, now }: Sending,
): OutgoingRequest[] {
  return provider.render(events, config).map((request) => ({
    ...request,
    headers: {
      ...request.headers,
      'user-agent': `Flagstaff/${version}`,
      ...(provider.kind === 'chat'
        ? {}
        : {
            ...signatureHeaders(signing, { id: messageId(events), at: now, body: request.body }),
            'flagstaff-attempt': String(attempt),
            ...(replay ? { 'flagstaff-replay': 'true' } : {}),
          }),
    },
  }))
}

export const digestOf = (requests: readonly OutgoingRequest[]): string => {
  const hash = createHash('sha256')
  for (const { body } of requests) hash.update(body)
  return hash.digest('hex')
}
