import type { ServiceAccount } from '@flagstaff/contract/service-accounts'
import { Button, Modal } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { t as shared } from '../../../messages/en.ts'
import { Rows } from '../../../ui/List.tsx'
import { PatDialog, patColumns } from '../tokens/index.ts'
import { t } from './messages.ts'
import { useCreateServiceToken, useDeleteServiceToken } from './queries.ts'
import classes from './service-accounts.module.css'

type AccountTokensProps = { account: ServiceAccount | undefined; onClose(): void }

/** The tokens of one account, with a button to create one. */
export function AccountTokens({ account, onClose }: AccountTokensProps) {
  return (
    <Modal
      opened={account !== undefined}
      onClose={onClose}
      size={720}
      title={account && t('service.tokensTitle', { name: account.name ?? '' })}
      closeButtonProps={{ 'aria-label': shared('form.close') }}
    >
      {account && <Tokens account={account} />}
    </Modal>
  )
}

function Tokens({ account }: { account: ServiceAccount }) {
  const create = useCreateServiceToken(account.id)
  const columns = patColumns(useDeleteServiceToken(account.id))
  const [making, setMaking] = useState(false)
  const { name = '', tokens = [] } = account
  return (
    <>
      {tokens.length === 0 ? (
        <p className={classes.text}>{t('service.tokensEmpty')}</p>
      ) : (
        <div className={classes.tokens}>
          <Rows
            rows={tokens}
            columns={columns}
            keyOf={({ id }) => id}
            label={t('service.tokensTitle', { name })}
          />
        </div>
      )}
      <div className={classes.buttons}>
        <Button leftSection={<IconPlus size={14} stroke={2} />} onClick={() => setMaking(true)}>
          {t('service.newToken')}
        </Button>
      </div>
      <PatDialog
        opened={making}
        title={t('service.tokenTitle', { name })}
        text={t('service.tokenText')}
        create={create}
        onClose={() => setMaking(false)}
      />
    </>
  )
}
