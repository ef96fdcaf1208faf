import { t } from './messages.ts'

const usual = ['development', 'test', 'preproduction', 'production'] as const

const isUsual = (type: string): type is (typeof usual)[number] => usual.some((one) => one === type)

/** Types can be any text; those without a translation are shown as they are. */
export const typeLabel = (type: string) => (isUsual(type) ? t(`type.${type}`) : type)

export const typeOptions = (present: string) =>
  [...usual, ...(isUsual(present) ? [] : [present])].map((value) => ({ value, label: typeLabel(value) }))
