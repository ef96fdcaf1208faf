import type { EvaluationSample, SetEvaluationSample } from '@flagstaff/contract/evaluation-sample'

export type Mode = 'plain' | 'pseudonym'
export type SampledField = { name: string; mode: Mode }
export type SampleDraft = { enabled: boolean; percent: number; fields: SampledField[] }

const identifying = ['userId', 'sessionId', 'remoteAddress']
/** Always stored, so there is nothing to choose. */
export const alwaysStored = ['appName', 'environment']

/** Fields that identify a person start as pseudonyms. */
export const newField = (name: string): SampledField => ({
  name,
  mode: identifying.includes(name) ? 'pseudonym' : 'plain',
})

export const draftOf = ({ enabled, share, properties, pseudonyms }: EvaluationSample): SampleDraft => ({
  enabled,
  percent: Math.round(share * 1_000) / 10,
  fields: properties
    .filter((name) => !alwaysStored.includes(name))
    .map((name) => ({ name, mode: pseudonyms.includes(name) ? 'pseudonym' : 'plain' })),
})

export const settingOf = ({ enabled, percent, fields }: SampleDraft): SetEvaluationSample => ({
  enabled,
  share: percent / 100,
  properties: fields.map(({ name }) => name),
  pseudonyms: fields.filter(({ mode }) => mode === 'pseudonym').map(({ name }) => name),
})
