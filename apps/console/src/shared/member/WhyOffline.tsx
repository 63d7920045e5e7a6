import { QuestionCircleOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button, Popover } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { usePanel } from '@weft/ui/parts/use-panel.ts'
import { OfflineCause } from './OfflineCause.tsx'
import './why-offline.css'
import * as text from './why-offline.text.ts'

/** Draws 「为什么离线」 next to the state of an offline member. @param compact only the icon, where a row has no room for text */
export function WhyOffline({ router_name, compact = false }: { router_name: string; compact?: boolean }) {
  const t = useText(text)
  const { open, close, button, panel, popover } = usePanel()
  const content = (
    <div {...panel} className="why-offline" aria-label={t.whyOf(router_name)}>
      <div className="why-offline-head">
        <strong>{t.why}</strong>
        <span className="weft-mono">{router_name}</span>
      </div>
      <OfflineCause router_name={router_name} onDone={close} />
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
        aria-label={t.whyOf(router_name)}
        title={compact ? t.why : undefined}
        icon={<QuestionCircleOutlined aria-hidden />}
      >
        {compact ? undefined : t.why}
      </Button>
    </Popover>
  )
}
