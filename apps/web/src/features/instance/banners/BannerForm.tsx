import type { Banner } from '@flagstaff/contract/banners'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { usePage } from '../../../lib/crumbs.ts'
import { useEditor } from '../../../lib/editor.ts'
import { useCan } from '../../../lib/session.ts'
import { t as admin } from '../../../messages/admin.ts'
import { Diff, diffFields } from '../../../ui/Diff.tsx'
import { FormPage, FormSection } from '../../../ui/Form.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { ErrorState, NotFoundState } from '../../../ui/State.tsx'
import { BannerBar } from './BannerBar.tsx'
import { ContentFields, LinkFields, VisibilityFields } from './BannerFields.tsx'
import classes from './banners.module.css'
import { type Draft, draftOf, faultOf, inputOf, newDraft, shownLabels, shownOf } from './draft.ts'
import { t } from './messages.ts'
import { toPlainText } from './plainText.ts'
import { bannerList, useSaveBanner } from './queries.ts'

const home = () => [
  { label: admin('admin.title'), to: '/admin' },
  { label: t('banners.title'), to: '/admin/banners' },
]

export function NewBanner() {
  usePage([...home(), { label: t('banners.new') }])
  return <BannerForm start={newDraft()} />
}

export function EditBanner() {
  const { id } = useParams({ from: '/admin/banners/edit/$id' })
  const { data, error, refetch } = useQuery(bannerList)
  const stored = data?.find((banner) => String(banner.id) === id)
  usePage([...home(), { label: stored ? toPlainText(stored.message) : id }])
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  if (!stored) return <NotFoundState />
  return <BannerForm key={id} start={draftOf(stored)} stored={stored} onStale={() => void refetch()} />
}

type BannerFormProps = { start: Draft; stored?: Banner; onStale?: () => void }

function BannerForm({ start, stored, onStale }: BannerFormProps) {
  const save = useSaveBanner()
  const navigate = useNavigate()
  const editor = useEditor({
    start,
    version: stored?.objectVersion,
    check: faultOf,
    save: (draft, version) =>
      save.mutateAsync({ banner: inputOf(draft), ...(stored ? { id: stored.id, version } : {}) }),
    onStale,
  })
  const { draft, edit } = editor
  const lines = diffFields(shownOf(editor.start), shownOf(draft), (field) => t(shownLabels[field])).filter(
    ({ sign }) => stored || sign === '+',
  )
  return (
    <FormPage
      editor={editor}
      title={t(stored ? 'banners.edit' : 'banners.new')}
      name={toPlainText(editor.start.message)}
      purpose={t('banners.text')}
      diff={<Diff lines={lines} />}
      changes={editor.dirty ? Math.max(1, Math.ceil(lines.length / (stored ? 2 : 1))) : 0}
      saveLabel={t(stored ? 'banners.save' : 'banners.create')}
      refusal={useCan(['ADMIN', 'UPDATE_INSTANCE_BANNERS'])}
      onLeave={() => void navigate({ to: '/admin/banners' })}
    >
      <FormSection label={t('form.preview')}>
        <Preview draft={draft} />
      </FormSection>
      <ContentFields draft={draft} isNew={!stored} edit={edit} />
      <LinkFields draft={draft} edit={edit} />
      <VisibilityFields draft={draft} edit={edit} />
    </FormPage>
  )
}

function Preview({ draft }: { draft: Draft }) {
  const banner = inputOf(draft)
  // A link that is still being typed would lead nowhere.
  const link = faultOf({ ...draft, message: '-' }) ? null : banner.link
  return (
    <div className={classes.preview}>
      <BannerBar
        banner={{ ...banner, link, message: banner.message || t('form.previewEmpty') }}
        onDismiss={banner.sticky ? undefined : () => {}}
      />
    </div>
  )
}
