import type { ProjectEnvironment } from '@flagstaff/contract/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../lib/api.ts'
import { formatPercent } from '../../../lib/format.ts'
import { isFraction } from '../../../lib/percent.ts'
import { environmentList, useCan } from '../../../lib/session.ts'
import { t as shared } from '../../../messages/en.ts'
import { useAsk } from '../../../ui/Ask.tsx'
import { Environment, isProduction } from '../../../ui/Environment.tsx'
import { PercentInput } from '../../../ui/PercentInput.tsx'
import { SettingsCard } from '../../../ui/Settings.tsx'
import { StickinessField } from '../fields.tsx'
import { t } from '../messages.ts'
import { useSaveDefaultRule } from '../queries.ts'
import type { PlaceProps } from './place.ts'
import classes from './settings.module.css'

export function DefaultRules({ id, project }: PlaceProps) {
  const { data } = useSuspenseQuery(environmentList)
  return (
    <>
      <h1 className={classes.title}>{t('settings.defaults')}</h1>
      {(project.environments ?? []).map((stored) => (
        <DefaultRule
          key={`${stored.environment} ${JSON.stringify(stored.defaultStrategy)}`}
          id={id}
          project={project}
          stored={stored}
          type={data.find(({ name }) => name === stored.environment)?.type ?? ''}
        />
      ))}
    </>
  )
}

type DefaultRuleProps = PlaceProps & { stored: ProjectEnvironment; type: string }

function DefaultRule({ id, project, stored, type }: DefaultRuleProps) {
  const { environment, defaultStrategy } = stored
  const refusal = useCan(['UPDATE_PROJECT', 'PROJECT_DEFAULT_STRATEGY_WRITE'], { project: id, environment })
  const save = useSaveDefaultRule()
  const ask = useAsk()
  const parameters = defaultStrategy?.parameters ?? {}
  const start = {
    rollout: Number(parameters.rollout ?? 100),
    stickiness: String(parameters.stickiness ?? project.defaultStickiness ?? 'default'),
  }
  const [draft, setDraft] = useState(start)
  const [problem, setProblem] = useState<string>()
  const words = { rollout: t('default.rollout'), stickiness: t('create.stickiness') }
  const changes = (['rollout', 'stickiness'] as const).filter((key) => draft[key] !== start[key])
  const say = ({ rollout, stickiness }: typeof draft) =>
    t('default.sentence', { percent: formatPercent(rollout), stickiness })

  const run = async () => {
    setProblem(undefined)
    const strategy = {
      ...defaultStrategy,
      name: 'flexibleRollout',
      parameters: { ...parameters, rollout: String(draft.rollout), stickiness: draft.stickiness },
    }
    await save
      .mutateAsync({ id, name: project.name, environment, strategy })
      .catch((error: unknown) =>
        setProblem(error instanceof ApiError ? error.message : shared('state.failed')),
      )
  }
  const submit = () => {
    if (isFraction(draft.rollout)) return setProblem(shared('percent.whole'))
    if (!isProduction(type)) return void run()
    ask({
      title: t('default.title', { environment }),
      lines: [
        { sign: '-', key: 'before', content: say(start) },
        { sign: '+', key: 'after', content: say(draft) },
      ],
      label: shared('form.save'),
      run,
    })
  }
  return (
    <SettingsCard
      title={t('default.title', { environment })}
      text={t('default.text')}
      changes={changes.map((key) => words[key])}
      problem={problem}
      refusal={refusal}
      busy={save.isPending}
      onSave={submit}
      onReset={() => setDraft(start)}
    >
      <p className={classes.sentence}>
        <Environment name={environment} type={type} boxed />
        <span className="t2">{say(draft)}</span>
      </p>
      <div className={classes.pair}>
        <PercentInput
          label={words.rollout}
          aria-label={t('default.rolloutIn', { environment })}
          value={draft.rollout}
          onChange={(rollout = 0) => setDraft({ ...draft, rollout })}
        />
        <StickinessField
          value={draft.stickiness}
          label={words.stickiness}
          name={t('default.stickinessIn', { environment })}
          onChange={(stickiness) => setDraft({ ...draft, stickiness })}
        />
      </div>
    </SettingsCard>
  )
}
