import type { Feature } from '@flagstaff/contract/flags'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { choicesOf } from '../../../lib/choices.ts'
import { t as shared } from '../../../messages/en.ts'
import { Why } from '../../insight/playground/index.ts'
import { segmentList } from '../../setup/segments/index.ts'
import { t as rules } from '../rules/messages.ts'
import { TryContext } from '../rules/TryContext.tsx'
import { t } from './messages.ts'
import type { FlagEnvironment } from './queries.ts'

type ExplainProps = {
  flag: Feature
  environment: FlagEnvironment
  opened: boolean
  onClose: () => void
}

/** Explains the result of the flag for a context, rule by rule. */
export function Explain({ flag, environment, opened, onClose }: ExplainProps) {
  const segments = choicesOf(useQuery(segmentList))
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      size={440}
      title={t('explain.title', { flag: flag.name, environment: environment.name })}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      <TryContext
        flag={flag.name}
        environment={environment.name}
        enabled={environment.enabled}
        rules={environment.strategies ?? []}
        segments={segments}
        hint={rules('try.hintFlag', { environment: environment.name })}
        answer={(typed) => (
          <Why
            flag={flag.name}
            environment={{ name: environment.name, type: environment.type ?? '' }}
            typed={typed}
          />
        )}
      />
    </Drawer>
  )
}
