import { QuestionCircleOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button, Popover } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { usePanel } from '@weft/ui/parts/use-panel.ts'
import { nameOf } from './name-of.ts'
import { OfflineCause } from './OfflineCause.tsx'
import './why-offline.css'
import * as text from './why-offline.text.ts'

interface Props {
  member: { router_name: string; note: string }
  /** What it is called, if its name alone does not tell it from others. */
  name?: string
  /** What the button says in place of 「为什么离线」. */
  label?: string
  /** Only the icon, where a row has no room for text. */
  compact?: boolean
}

/** Draws 「为什么离线」 next to the state of an offline member. */
export function WhyOffline({ member, name = nameOf(member), label, compact = false }: Props) {
  const t = useText(text)
  const why = label ?? t.why
  const { open, close, button, panel, popover } = usePanel()
  const content = (
    <div {...panel} className="why-offline" aria-label={t.whyOf(why, name)}>
      <div className="why-offline-head">
        <strong>{why}</strong>
        <span>{name}</span>
      </div>
      <OfflineCause member={member} onDone={close} />
    </div>
  )
  return (
    <Popover
      {...popover}
      placement="bottomLeft"
      align={{ overflow: { adjustY: true, shiftX: true } }}
      destroyOnHidden
      getPopupContainer={popupContainer}
      content={content}
    >
      <Button
        ref={button}
        type="link"
        size="small"
        className="why-offline-button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t.whyOf(why, name)}
        title={compact ? why : undefined}
        icon={<QuestionCircleOutlined aria-hidden />}
      >
        {compact ? undefined : why}
      </Button>
    </Popover>
  )
}
