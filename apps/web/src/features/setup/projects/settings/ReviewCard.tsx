import type { ProtectedEnvironment } from '@flagstaff/contract/change-requests'
import { Checkbox, NumberInput, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContentVersion, useEditor } from '../../../../lib/editor.ts'
import type { Refusal } from '../../../../lib/session.ts'
import { Environment } from '../../../../ui/Environment.tsx'
import { EditorCard } from '../../../../ui/Settings.tsx'
import { t } from '../messages.ts'
import { LooseReviews, ReviewAccounts, TooFew } from './ReviewAccounts.tsx'
import { isLoose, reviewAccounts, rulesOf, useSaveReviews } from './reviewQueries.ts'
import classes from './reviews.module.css'

const MOST_APPROVALS = 10
const options = ['offIsFree', 'reasonRequired', 'adminsApproveOwn', 'strict'] as const

type ReviewCardProps = { project: string; stored: ProtectedEnvironment; refusal: Refusal }

export function ReviewCard({ project, stored, refusal }: ReviewCardProps) {
  const { environment, type } = stored
  const start = rulesOf(stored)
  const save = useSaveReviews()
  const editor = useEditor({
    start,
    version: useContentVersion(start),
    check: ({ enabled, requiredApprovals: count }) =>
      enabled && !(Number.isInteger(count) && count >= 1 && count <= MOST_APPROVALS)
        ? t('reviews.range')
        : undefined,
    save: (draft) => save.mutateAsync({ project, environment, ...draft }),
  })
  const { draft, edit } = editor
  const accounts = useQuery({ ...reviewAccounts(project, environment), enabled: draft.enabled })
  const words = {
    enabled: t('reviews.enabled'),
    requiredApprovals: t('reviews.approvals'),
    offIsFree: t('reviews.offIsFree'),
    reasonRequired: t('reviews.reasonRequired'),
    adminsApproveOwn: t('reviews.adminsApproveOwn'),
    strict: t('reviews.strict'),
  }
  // The other fields are hidden while reviews are off.
  const changed = editor.edited.filter((key) => draft.enabled || key === 'enabled')
  return (
    <EditorCard
      editor={editor}
      title={t('reviews.card', { environment })}
      changes={changed.map((key) => words[key])}
      refusal={refusal}
      hideRefusal
      head={
        <>
          <Switch
            size="sm"
            checked={draft.enabled}
            aria-label={t('reviews.switch', { environment })}
            onChange={(event) => edit({ enabled: event.currentTarget.checked })}
          />
          <h2 className={classes.environment}>
            <Environment name={environment} type={type} boxed />
          </h2>
          <span className={classes.state}>{t(draft.enabled ? 'reviews.on' : 'reviews.off')}</span>
          {draft.enabled && (
            <NumberInput
              className={classes.approvals}
              label={t('reviews.approvals')}
              aria-label={t('reviews.approvalsIn', { environment })}
              value={draft.requiredApprovals || ''}
              min={1}
              max={MOST_APPROVALS}
              allowDecimal={false}
              allowNegative={false}
              onChange={(value) => edit({ requiredApprovals: typeof value === 'number' ? value : 0 })}
            />
          )}
        </>
      }
    >
      {draft.enabled && (
        <>
          <div className={classes.columns}>
            <fieldset className={classes.options}>
              <legend className="hidden">{t('reviews.options')}</legend>
              {options.map((option) => (
                <Checkbox
                  key={option}
                  label={words[option]}
                  description={t(`reviews.${option}Text`)}
                  checked={draft[option]}
                  onChange={(event) => edit({ [option]: event.currentTarget.checked })}
                />
              ))}
            </fieldset>
            <ReviewAccounts
              project={project}
              environment={environment}
              accounts={accounts.data}
              error={accounts.error}
              retry={() => void accounts.refetch()}
            />
          </div>
          {isLoose(stored) && <LooseReviews />}
          {accounts.data && accounts.data.totals.approve < draft.requiredApprovals && (
            <TooFew
              project={project}
              environment={environment}
              count={accounts.data.totals.approve}
              needed={draft.requiredApprovals}
            />
          )}
        </>
      )}
    </EditorCard>
  )
}
