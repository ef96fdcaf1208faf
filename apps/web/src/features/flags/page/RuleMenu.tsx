import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconCopyPlus,
  IconDots,
  IconPencil,
  IconPercentage,
  IconPlayerPause,
  IconPlayerPlay,
  IconShield,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useCommand } from '../../../lib/pageCommands.ts'
import { isProduction } from '../../../ui/Environment.tsx'
import { rolloutOf } from '../rules/rule.ts'
import { t } from './messages.ts'
import { inOrder } from './place.ts'
import { RuleMenuItem } from './RuleMenuItem.tsx'
import type { RuleRowProps } from './rowProps.ts'
import { useRuleActions } from './ruleActions.tsx'

const RampDialog = lazy(() =>
  import('../plans/parts.ts').then(({ RampDialog: component }) => ({ default: component })),
)

export function RuleMenu(props: RuleRowProps) {
  const { place, flag, environment, rule, index, count, onMove } = props
  const navigate = useNavigate()
  const actions = useRuleActions(props)
  const [ramping, setRamping] = useState(false)
  const isRollout = rolloutOf(rule) !== undefined
  const { project } = place
  const others = inOrder(flag.environments ?? []).filter(({ name }) => name !== environment.name)
  const here = { project, environment }
  const id = rule.id ?? ''
  const edit = () =>
    void navigate({
      to: '/projects/$projectId/features/$flag/strategies/edit',
      params: { projectId: project, flag: place.flag },
      search: { environmentId: environment.name, strategyId: id },
    })
  return (
    <>
      <Menu position="bottom-end" width={216}>
        <Menu.Target>
          <ActionIcon
            size={24}
            aria-label={t('rule.actions', { index: index + 1, environment: environment.name })}
          >
            <IconDots size={16} stroke={1.5} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <RuleMenuItem
            label={t('rule.edit')}
            icon={IconPencil}
            needs="UPDATE_FEATURE_STRATEGY"
            at={here}
            run={edit}
          />
          {isRollout && (
            <RuleMenuItem
              label={t('rule.changeShare')}
              icon={IconPercentage}
              hint="E"
              needs="UPDATE_FEATURE_STRATEGY"
              at={here}
              // Wait until the menu has returned the focus before focusing the field.
              run={() => setTimeout(() => beginRollout(id), 50)}
            />
          )}
          {isRollout && !environment.releasePlans?.length && (
            <RuleMenuItem
              label={t('rule.ramp')}
              icon={IconShield}
              needs="UPDATE_FEATURE_STRATEGY"
              at={here}
              run={() => setRamping(true)}
            />
          )}
          <RuleMenuItem
            label={t('rule.duplicate')}
            icon={IconCopyPlus}
            needs="CREATE_FEATURE_STRATEGY"
            at={here}
            run={actions.duplicate}
          />
          {others.map((target) => (
            <RuleMenuItem
              key={target.name}
              label={t('rule.copyTo', { environment: target.name })}
              icon={IconCopy}
              needs="CREATE_FEATURE_STRATEGY"
              at={{ project, environment: target }}
              production={isProduction(target.type)}
              run={() => actions.copyTo(target)}
            />
          ))}
          {count > 1 && (
            <>
              <Menu.Divider />
              <RuleMenuItem
                label={t('rule.up')}
                icon={IconArrowUp}
                needs="UPDATE_FEATURE_STRATEGY"
                at={here}
                run={() => onMove(id, index - 1, true)}
              />
              <RuleMenuItem
                label={t('rule.down')}
                icon={IconArrowDown}
                needs="UPDATE_FEATURE_STRATEGY"
                at={here}
                run={() => onMove(id, index + 1, true)}
              />
            </>
          )}
          <Menu.Divider />
          <RuleMenuItem
            label={t(rule.disabled ? 'rule.enable' : 'rule.disable')}
            icon={rule.disabled ? IconPlayerPlay : IconPlayerPause}
            needs="UPDATE_FEATURE_STRATEGY"
            at={here}
            run={actions.toggle}
          />
          <RuleMenuItem
            label={t('rule.delete')}
            icon={IconTrash}
            needs="DELETE_FEATURE_STRATEGY"
            at={here}
            danger
            run={actions.remove}
          />
        </Menu.Dropdown>
      </Menu>
      {ramping && (
        <Suspense>
          <RampDialog place={place} environment={environment} rule={id} onClose={() => setRamping(false)} />
        </Suspense>
      )}
      {others
        .filter(({ type }) => isProduction(type))
        .map((target) => (
          <CopyCommand key={target.name} {...props} target={target.name} run={() => actions.copyTo(target)} />
        ))}
    </>
  )
}

const beginRollout = (id: string) =>
  document.querySelector<HTMLElement>(`[data-rule="${id}"] [data-rollout]`)?.click()

function CopyCommand({
  environment,
  index,
  target,
  run,
}: RuleRowProps & { target: string; run: () => void }) {
  const label = t('command.copy', { index: index + 1, from: environment.name, environment: target })
  useCommand(`copy.${environment.name}.${index}.${target}`, label, run, <IconCopy size={16} stroke={1.5} />)
  return null
}
