import { useText } from '@weft/ui'
import { Drawer } from 'antd'
import { useRef } from 'react'
import type { DocumentNode } from '@weft/contract'
import { HandbookDirectory } from './HandbookDirectory.tsx'
import * as text from './handbook.text.ts'

interface Props {
  nodes: readonly DocumentNode[]
  current: string | undefined
  open: boolean
  onClose: () => void
}

/** Shows the directory in a drawer over a narrow page. */
export default function HandbookDrawer({ nodes, current, open, onClose }: Props) {
  const t = useText(text)
  const chosen = useRef(false)
  const go = () => {
    chosen.current = true
    onClose()
  }
  return (
    <Drawer
      placement="left"
      size={320}
      open={open}
      onClose={onClose}
      title={t.directory}
      closable={{ 'aria-label': t.closeDirectory }}
      styles={{ body: { padding: 16 } }}
      afterOpenChange={(shown) => {
        // The drawer returns the focus to its button; after a document was chosen, the focus belongs on its heading.
        if (!shown && chosen.current) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
        chosen.current = false
      }}
    >
      <HandbookDirectory nodes={nodes} current={current} onGo={go} />
    </Drawer>
  )
}
