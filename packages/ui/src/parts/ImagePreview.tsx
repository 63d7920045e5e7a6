import {
  CloseOutlined,
  LeftOutlined,
  RightOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { Image } from 'antd'
import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import * as text from './parts.text.ts'
import './rich-text.css'

export interface Picture {
  src: string
  alt: string
}

interface Props {
  pictures: Picture[]
  at: number
  onMove: (at: number) => void
  /** Called after it has closed and the focus is back where it was. */
  onClosed: () => void
}

/** Shows one picture over the page, with buttons to its neighbours. antd's own buttons have only English labels. */
export default function ImagePreview({ pictures, at, onMove, onClosed }: Props) {
  const t = useText(text)
  const [open, setOpen] = useState(true)
  return (
    <Image.PreviewGroup
      items={pictures}
      classNames={{ popup: { root: 'weft-preview' } }}
      preview={{
        open,
        current: at,
        alt: pictures[at]?.alt ?? '',
        closeIcon: <CloseOutlined aria-label={t.close} />,
        onChange: onMove,
        onOpenChange: setOpen,
        afterOpenChange: (now) => !now && onClosed(),
        // oxlint-disable-next-line react/no-unstable-nested-components -- antd calls it, it is no component
        actionsRender: (_, { actions }) => {
          const buttons = [
            { label: t.previous, icon: <LeftOutlined aria-hidden />, off: at === 0, press: () => actions.onActive(-1) },
            { label: t.zoomOut, icon: <ZoomOutOutlined aria-hidden />, press: actions.onZoomOut },
            { label: t.zoomIn, icon: <ZoomInOutlined aria-hidden />, press: actions.onZoomIn },
            { label: t.turnLeft, icon: <RotateLeftOutlined aria-hidden />, press: actions.onRotateLeft },
            { label: t.turnRight, icon: <RotateRightOutlined aria-hidden />, press: actions.onRotateRight },
            { label: t.next, icon: <RightOutlined aria-hidden />, off: at === pictures.length - 1, press: () => actions.onActive(1) },
          ]
          return (
            <div className="ant-image-preview-actions">
              {buttons.map(({ label, icon, off = false, press }) => (
                <button
                  key={label}
                  type="button"
                  className={`ant-image-preview-actions-action${off ? ' ant-image-preview-actions-action-disabled' : ''}`}
                  aria-label={label}
                  title={label}
                  disabled={off}
                  onClick={press}
                >
                  {icon}
                </button>
              ))}
            </div>
          )
        },
      }}
    />
  )
}
