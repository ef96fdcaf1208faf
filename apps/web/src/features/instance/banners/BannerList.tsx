import type { Banner } from '@flagstaff/contract/banners'
import { Button, Switch } from '@mantine/core'
import { IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { usePage } from '../../../lib/crumbs.ts'
import { formatDay } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/pageCommands.ts'
import { useCan } from '../../../lib/session.ts'
import { t as admin } from '../../../messages/admin.ts'
import { EditAndDelete } from '../../../ui/ActionsMenu.tsx'
import { AdminPage } from '../../../ui/AdminPage.tsx'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, ListPage, Rows } from '../../../ui/List.tsx'
import { Loading } from '../../../ui/Loading.tsx'
import { NewButton } from '../../../ui/NewButton.tsx'
import { Refused } from '../../../ui/Refused.tsx'
import { ErrorState, State } from '../../../ui/State.tsx'
import classes from './banners.module.css'
import { iconOf } from './icons.ts'
import { t } from './messages.ts'
import { toPlainText } from './plainText.ts'
import { bannerList, useDeleteBanner, useToggleBanner } from './queries.ts'

/** As in the contract, which pages only import as types. */
const MOST_BANNERS = 50
const permission = ['ADMIN', 'UPDATE_INSTANCE_BANNERS'] as const

export function BannerList() {
  usePage([{ label: admin('admin.title'), to: '/admin' }, { label: t('banners.title') }])
  const navigate = useNavigate()
  const refusal = useCan(permission)
  const { data, error, refetch } = useQuery(bannerList)
  const create = () => {
    if (!refusal) void navigate({ to: '/admin/banners/create' })
  }
  useCommand('banner.new', t('banners.new'), create, <IconSpeakerphone size={16} stroke={1.5} />)
  return (
    <AdminPage current="/admin/banners">
      <ListPage
        title={t('banners.title')}
        purpose={t('banners.text')}
        facts={data && t('banners.count', { count: data.length, limit: MOST_BANNERS })}
        actions={<NewButton label={t('banners.new')} why={refusal} onClick={create} />}
      >
        {error && <ErrorState error={error} retry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data?.length === 0 && (
          <State
            icon={<IconSpeakerphone size={20} stroke={1.5} />}
            title={t('banners.empty')}
            text={t('banners.emptyText')}
            action={!refusal && <Button onClick={create}>{t('banners.new')}</Button>}
          />
        )}
        {data && data.length > 0 && (
          <Rows rows={data} columns={columns()} keyOf={({ id }) => id} label={t('banners.title')} />
        )}
      </ListPage>
    </AdminPage>
  )
}

const columns = (): Column<Banner>[] => [
  {
    key: 'message',
    label: t('banners.message'),
    cell: (banner) => (
      <>
        <Link to="/admin/banners/edit/$id" params={{ id: String(banner.id) }} className="link">
          <b className={classes.row}>{toPlainText(banner.message)}</b>
        </Link>
        {/* On phones, the other columns are hidden. */}
        <div className={classes.narrow}>
          <Variant banner={banner} />
        </div>
      </>
    ),
  },
  {
    key: 'variant',
    label: t('banners.variant'),
    width: 160,
    wide: true,
    cell: (banner) => <Variant banner={banner} />,
  },
  {
    key: 'created',
    label: t('banners.created'),
    width: 120,
    wide: true,
    cell: ({ createdAt }) => <span className="num">{formatDay(createdAt)}</span>,
  },
  { key: 'state', label: t('banners.state'), width: 64, cell: (banner) => <Toggle banner={banner} /> },
  { key: 'actions', label: '', width: 60, align: 'right', cell: (banner) => <Actions banner={banner} /> },
]

function Variant({ banner: { icon, variant, sticky } }: { banner: Banner }) {
  const Glyph = iconOf(icon, variant)
  return (
    <span className={classes.facts}>
      {Glyph && <Glyph size={14} stroke={1.75} aria-hidden="true" />}
      {t(`variant.${variant}`)}
      {sticky && <span className="faint small">{t('banners.sticky')}</span>}
    </span>
  )
}

function Toggle({ banner }: { banner: Banner }) {
  const refusal = useCan(permission)
  const toggle = useToggleBanner()
  return (
    <Refused why={refusal}>
      <Switch
        aria-label={t('banners.toggle', { message: toPlainText(banner.message) })}
        checked={toggle.isPending ? !banner.enabled : banner.enabled}
        aria-disabled={refusal ? true : undefined}
        onChange={() => {
          if (!refusal && !toggle.isPending) toggle.mutate(banner)
        }}
      />
    </Refused>
  )
}

function Actions({ banner }: { banner: Banner }) {
  const remove = useDeleteBanner()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const name = toPlainText(banner.message)
  return (
    <>
      <EditAndDelete
        name={name}
        to={`/admin/banners/edit/${banner.id}`}
        edit={t('banners.edit')}
        remove={t('banners.delete')}
        why={useCan(permission)}
        onDelete={() => setAsking(true)}
      />
      <Confirm
        opened={asking}
        title={t('banners.ask')}
        label={t('banners.delete')}
        danger
        busy={remove.isPending}
        onConfirm={() => remove.mutate(banner, { onSettled: close })}
        onClose={close}
      >
        <p>
          <b>{name}</b>
        </p>
        <p>{t(banner.enabled ? 'banners.askOn' : 'banners.askOff')}</p>
      </Confirm>
    </>
  )
}
