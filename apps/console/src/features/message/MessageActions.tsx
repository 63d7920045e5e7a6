import { DownOutlined } from '@ant-design/icons'
import { useNarrow, useText } from '@weft/ui'
import { Button, Dropdown } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import * as text from './message.text.ts'
import type { MessageActions as Actions } from './use-message-actions.ts'

/** Shows the actions on chosen messages and on all; on a narrow screen the latter are in a menu. */
export function MessageActions({ actions: { chosenOnes, allOfThem, busy } }: { actions: Actions }) {
  const t = useText(text)
  const narrow = useNarrow()
  const all = [
    { key: 'read', label: t.markAllRead, disabled: busy, onClick: () => void allOfThem('update') },
    { key: 'delete', label: t.deleteAll, disabled: busy, onClick: () => void allOfThem('delete') },
  ]
  return (
    <>
      <Button disabled={busy} onClick={() => void chosenOnes('update')}>
        {t.markRead}
      </Button>
      <Button disabled={busy} onClick={() => void chosenOnes('delete')}>
        {t.delete}
      </Button>
      {narrow ? (
        <Dropdown trigger={['click']} menu={{ items: all }} getPopupContainer={popupContainer}>
          <Button icon={<DownOutlined aria-hidden />} iconPlacement="end">
            {t.more}
          </Button>
        </Dropdown>
      ) : (
        all.map(({ key, label, disabled, onClick }) => (
          <Button key={key} disabled={disabled} onClick={onClick}>
            {label}
          </Button>
        ))
      )}
    </>
  )
}
