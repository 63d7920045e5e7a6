import { useQuery } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking, TimeText, useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import * as text from './announcement.text.ts'

interface Props {
  id: string
  /** Discards what was typed, for the newest version. */
  onReload: () => void
  /** Keeps what was typed: the next save replaces this version. */
  onKeep: (version: number) => void
}

/** Says who changed an announcement meanwhile, and offers both ways on. */
export function ChangedElsewhere({ id, onReload, onKeep }: Props) {
  const t = useText(text)
  const { data } = useQuery({
    ...asking(opsContract.announcements.info, { id }, { quiet: true }),
    queryKey: ['newest announcement', id],
    gcTime: 0,
  })
  if (!data) return null
  return (
    <Alert
      className="desk-notice"
      type="warning"
      showIcon
      role="alert"
      title={t.changedBy(data.operator_name)}
      description={
        <>
          <p>
            <TimeText at={data.update_time} /> · {data.title}
          </p>
          <div className="desk-buttons">
            <Button size="small" onClick={onReload}>
              {t.takeNewest}
            </Button>
            <Button size="small" onClick={() => onKeep(data.version)}>
              {t.keepMine}
            </Button>
          </div>
        </>
      }
    />
  )
}
