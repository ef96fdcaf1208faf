import { Modal } from '@mantine/core'
import { boot } from '../../../lib/boot.ts'
import { t } from '../../../messages/en.ts'
import classes from './banners.module.css'
import { Markdown } from './Markdown.tsx'

type BannerDialogProps = { title: string; text: string; onClose(): void }

export const BannerDialog = ({ title, text, onClose }: BannerDialogProps) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
    size={560}
    closeButtonProps={{ 'aria-label': t('form.close') }}
  >
    <div className={classes.dialog}>
      <Markdown text={text} base={boot.basePath} />
    </div>
  </Modal>
)
