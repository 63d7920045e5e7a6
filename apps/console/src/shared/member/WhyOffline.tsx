import { QuestionCircleOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button, Popover } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { OfflineCause } from './OfflineCause.tsx'
import './why-offline.css'
import * as text from './why-offline.text.ts'

const FOCUSABLE = 'a[href], button:not(:disabled), [tabindex="0"]'

/** 「为什么离线」 beside the state of an offline member. @param compact only the mark, where a row has no room for words */
export function WhyOffline({ router_name, compact = false }: { router_name: string; compact?: boolean }) {
  const t = useText(text)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  // The panel stands elsewhere in the document: whoever tabs past its end goes on from the button.
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
    }
    if (event.key !== 'Tab') return
    const stops = [...(panel.current?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])]
    const edge = event.shiftKey ? stops[0] : stops.at(-1)
    if (edge === undefined || document.activeElement === edge || (event.shiftKey && document.activeElement === panel.current)) {
      event.preventDefault()
      close()
    }
  }
  const content = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a dialog hears its own Escape and Tab
    <div ref={panel} className="why-offline" role="dialog" aria-label={t.whyOf(router_name)} tabIndex={-1} onKeyDown={keyDown}>
      <div className="why-offline-head">
        <strong>{t.why}</strong>
        <span className="weft-mono">{router_name}</span>
      </div>
      <OfflineCause router_name={router_name} onDone={close} />
    </div>
  )
  return (
    <Popover
      trigger="click"
      placement="bottomLeft"
      align={{ overflow: { adjustY: true, shiftX: true } }}
      open={open}
      onOpenChange={setOpen}
      afterOpenChange={(shown) => shown && panel.current?.focus()}
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
