import { DownloadOutlined, FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Button, Segmented, Select } from 'antd'
import type { ReactNode } from 'react'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { groupings } from './topology-groups.ts'
import { shownStates } from './topology-model.ts'
import * as text from './topology.text.ts'
import type { TopologyLook } from './use-topology-view.ts'

interface Props {
  look: TopologyLook
  /** The field 「定位成员」. */
  locate: ReactNode
  full: boolean
  onFull: () => void
  onExport: (format: 'png' | 'svg') => void
  container: () => HTMLElement
}

export function TopologyToolbar({ look, locate, full, onFull, onExport, container }: Props) {
  const t = useText(text)
  return (
    <div className="topology-tools">
      {locate}
      <Select
        aria-label={t.grouping}
        className="topology-choice"
        value={look.grouping}
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
      <Segmented
        aria-label={t.view}
        value={look.look}
        options={[
          { value: 'topology' as const, label: t.asTopology },
          { value: 'list' as const, label: t.list },
        ]}
        onChange={look.setLook}
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
        <Button
          icon={full ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />}
          aria-label={full ? t.leaveFullScreen : t.fullScreen}
          title={full ? t.leaveFullScreen : t.fullScreen}
          aria-pressed={full}
          onClick={onFull}
        />
      </span>
    </div>
  )
}
