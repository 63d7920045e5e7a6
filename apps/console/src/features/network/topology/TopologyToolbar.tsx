import { DownloadOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button, Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { type Grouping, groupings } from './topology-groups.ts'
import { shownStates } from './topology-model.ts'
import * as text from './topology.text.ts'
import { looks, type TopologyLook } from './use-topology-view.ts'

/** Chooses between 经纬图, 列表 and 连线图. */
export function LookSwitch({ look }: { look: TopologyLook }) {
  const t = useText(text)
  return (
    <Segmented
      aria-label={t.view}
      value={look.look}
      options={looks.map((value) => ({ value, label: t.looks[value] }))}
      onChange={look.setLook}
    />
  )
}

export function FullScreenButton({ full, onFull }: { full: boolean; onFull: () => void }) {
  const t = useText(text)
  const label = full ? t.leaveFullScreen : t.fullScreen
  return (
    <Button
      icon={full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
      aria-label={label}
      title={label}
      aria-pressed={full}
      onClick={onFull}
    />
  )
}

interface Props {
  look: TopologyLook
  grouping: Grouping
  /** The field 「定位成员」. */
  locate: ReactNode
  full: boolean
  onFull: () => void
  onExport: (format: 'png' | 'svg') => void
  container: () => HTMLElement
}

/** The tools of list and graph. */
export function TopologyToolbar({ look, grouping, locate, full, onFull, onExport, container }: Props) {
  const t = useText(text)
  return (
    <div className="topology-tools">
      {locate}
      <Select
        aria-label={t.grouping}
        className="topology-choice"
        value={grouping}
        getPopupContainer={container}
        options={groupings.map((value) => ({ value, label: t.groupings[value] }))}
        onChange={look.setGrouping}
      />
      <Select
        aria-label={t.state}
        className="topology-choice"
        value={look.shown}
        getPopupContainer={container}
        options={shownStates.map((value) => ({ value, label: t.states[value] }))}
        onChange={look.setShown}
      />
      <span className="topology-tools-end">
        <MenuButton
          icon={<DownloadOutlined aria-hidden />}
          items={[
            { key: 'png', label: 'PNG', onClick: () => onExport('png') },
            { key: 'svg', label: 'SVG', onClick: () => onExport('svg') },
          ]}
        >
          {t.export}
        </MenuButton>
        <LookSwitch look={look} />
        <FullScreenButton full={full} onFull={onFull} />
      </span>
    </div>
  )
}
