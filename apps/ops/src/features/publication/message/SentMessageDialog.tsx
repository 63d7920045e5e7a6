import { useQuery } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking, ErrorState, Skeleton, TimeText, useText } from '@weft/ui'
import { RichText } from '@weft/ui/parts/RichText.tsx'
import { Button, Modal, Tag } from 'antd'
import * as text from '../publication.text.ts'
import '../publication.css'

interface Props {
  message: { id: string; title: string; type: string; create_time: number }
  onClose: () => void
}

/** Shows a message as its customers received it. */
export function SentMessageDialog({ message: { id, title, type, create_time }, onClose }: Props) {
  const t = useText(text)
  const { data, isError, refetch } = useQuery(asking(opsContract.messages.info, { id }, { quiet: true }))
  return (
    <Modal
      open
      width={640}
      title={title}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <p className="publication-sent">
        <Tag>{type}</Tag>
        <TimeText at={create_time} />
      </p>
      {data ? (
        <RichText html={data.content} />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <Skeleton paragraph={{ rows: 5 }} />
      )}
    </Modal>
  )
}
