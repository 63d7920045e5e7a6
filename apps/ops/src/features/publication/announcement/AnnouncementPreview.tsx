import { NotificationOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { AnnouncementBody } from '@weft/ui/announcement/AnnouncementBody.tsx'
import { AnnouncementFacts } from '@weft/ui/announcement/AnnouncementFacts.tsx'
import { AnnouncementSheet } from '@weft/ui/announcement/AnnouncementSheet.tsx'
import { Button, Modal, Tag } from 'antd'
import { useState } from 'react'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import * as text from './announcement.text.ts'
import '../publication.css'

export interface Previewed {
  title?: string
  tag?: string
  link?: string | null
  content?: string
  release_time?: number | null
}

/** Shows an announcement as customers will see it: in the line of their overview, and on its own page. */
export function AnnouncementPreview({ announcement, onClose }: { announcement: Previewed; onClose: () => void }) {
  const t = useText(text)
  const { title = '', tag = '', link = null, content = '', release_time } = announcement
  const [now] = useState(() => Math.floor(serverSeconds()))
  const firstTag = tag.split(/[,，]/)[0]?.trim()
  return (
    <Modal
      open
      width={760}
      title={t.preview}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <h2 className="publication-preview-name">{t.inTicker}</h2>
      <p className="publication-preview-line">
        <span className="publication-preview-label">
          <NotificationOutlined aria-hidden /> {t.announcements}
        </span>
        {firstTag && <Tag>{firstTag}</Tag>}
        <span>
          {title || t.noTitle}
          {link && <span aria-hidden> ↗</span>}
        </span>
      </p>
      <h2 className="publication-preview-name">{t.inArticle}</h2>
      <AnnouncementSheet
        header={
          <>
            <h3>{title || t.noTitle}</h3>
            <div className="weft-page-meta">
              <AnnouncementFacts announcement={{ release_time: release_time ?? now, tag }} />
            </div>
          </>
        }
      >
        <AnnouncementBody announcement={{ content, link }} />
      </AnnouncementSheet>
    </Modal>
  )
}
