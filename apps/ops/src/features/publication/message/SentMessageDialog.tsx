import { useQuery } from '@tanstack/react-query'
import { opsContract, type OutputOf } from '@weft/contract'
import { asking, ErrorState, Skeleton, TimeText, useText } from '@weft/ui'
import { RichText } from '@weft/ui/parts/RichText.tsx'
import { Button, Descriptions, Modal } from 'antd'
import { AccountLink } from '../../../shared/account/AccountLink.tsx'
import * as text from '../publication.text.ts'
import '../publication.css'

interface Props {
  message: OutputOf<typeof opsContract.messages.list>['rows'][number]
  onClose: () => void
}

/** Shows a message as its customers received it, with its receivers and how many have read it. */
export function SentMessageDialog({ message, onClose }: Props) {
  const { id, title, type, create_time, account_number, nickname, sent, operator_name } = message
  const t = useText(text)
  const { data, error, isError, refetch } = useQuery(asking(opsContract.messages.info, { id }, { quiet: true }))
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
      <Descriptions
        className="publication-sent"
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          {
            key: 'to',
            label: t.toWhom,
            children: account_number === null ? t.toEverybody(sent) : <AccountLink account_number={account_number} name={nickname} />,
          },
          { key: 'read', label: t.readBy, children: data ? t.readersOf(data.readers, data.reader_accounts) : '…' },
          { key: 'type', label: t.type, children: type },
          { key: 'sender', label: t.sender, children: operator_name },
          { key: 'time', label: t.sentAt, children: <TimeText at={create_time} /> },
        ]}
      />
      {data ? (
        <RichText html={data.content} />
      ) : isError ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton paragraph={{ rows: 5 }} />
      )}
    </Modal>
  )
}
