import { useText } from '@weft/ui'
import { Button, Modal } from 'antd'
import * as text from './queue.text.ts'

const keys = [
  ['move', 'J', 'K'],
  ['leave', 'Esc'],
  ['reply', 'R'],
  ['note', 'N'],
  ['saved', '/'],
  ['sendNext', 'Ctrl Enter'],
  ['send', 'Ctrl Shift Enter'],
  ['take', 'A'],
  ['assign', 'Shift A'],
  ['priority', 'P', '1–4'],
  ['close', 'E'],
  ['merge', 'M'],
  ['site', 'O'],
  ['customer', 'C'],
  ['undo', 'Ctrl Z'],
  ['search', 'Ctrl K'],
] as const

/** Lists the keys of the page. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  return (
    <Modal
      open
      width={640}
      title={t.keys}
      closable={false}
      onCancel={onClose}
      footer={[
        <span key="hint" className="desk-quiet">
          {t.keysHint}
        </span>,
        <Button key="close" autoFocus onClick={onClose}>
          {t.close}
        </Button>,
      ]}
    >
      <dl className="key-table">
        {keys.map(([name, ...pressed]) => (
          <div key={name}>
            <dt>{t.keyNames[name]}</dt>
            <dd>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
