import type { ProjectEnvironment } from '@flagstaff/contract/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEditor } from '../../../../lib/editor.ts'
import { formatPercent } from '../../../../lib/format.ts'
import { isFraction } from '../../../../lib/percent.ts'
import { environmentList, useCan } from '../../../../lib/session.ts'
import { t as shared } from '../../../../messages/en.ts'
import { useAsk } from '../../../../ui/Ask.tsx'
import { Environment, isProduction } from '../../../../ui/Environment.tsx'
import { PercentInput } from '../../../../ui/PercentInput.tsx'
import { EditorCard } from '../../../../ui/Settings.tsx'
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
  const editor = useEditor({
    start,
    check: ({ rollout }) => (isFraction(rollout) ? shared('percent.whole') : undefined),
    save: ({ rollout, stickiness }) => {
      const strategy = {
        ...defaultStrategy,
        name: 'flexibleRollout',
        parameters: { ...parameters, rollout: String(rollout), stickiness },
      }
      return save.mutateAsync({ id, name: project.name, environment, strategy })
    },
  })
  const { draft, edit, submit } = editor
  const words = { rollout: t('default.rollout'), stickiness: t('create.stickiness') }
  const say = ({ rollout, stickiness }: typeof draft) =>
    t('default.sentence', { percent: formatPercent(rollout), stickiness })

  const saveOrAsk = () => {
    if (isFraction(draft.rollout) || !isProduction(type)) return void submit()
    ask({
      title: t('default.title', { environment }),
      lines: [
        { sign: '-', key: 'before', content: say(editor.start) },
        { sign: '+', key: 'after', content: say(draft) },
      ],
      label: shared('form.save'),
      run: () => submit(),
    })
  }
  return (
    <EditorCard
      editor={editor}
      title={t('default.title', { environment })}
      text={t('default.text')}
      changes={editor.edited.map((key) => words[key])}
      refusal={refusal}
      onSave={saveOrAsk}
    >
      <p className={classes.sentence}>
        <Environment name={environment} type={type} boxed />
        <span className="dim">{say(draft)}</span>
      </p>
      <div className={classes.pair}>
        <PercentInput
          label={words.rollout}
          aria-label={t('default.rolloutIn', { environment })}
          value={draft.rollout}
          onChange={(rollout = 0) => edit({ rollout })}
        />
        <StickinessField
          value={draft.stickiness}
          label={words.stickiness}
          name={t('default.stickinessIn', { environment })}
          onChange={(stickiness) => edit({ stickiness })}
        />
      </div>
    </EditorCard>
  )
}
