import type { DialMode } from '@weft/contract'
import { useText } from '@weft/ui'
import { Form, Radio } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import './member-actions.css'
import * as actionsText from './member-actions.text.ts'
import * as text from './member-panels.text.ts'
import type { PanelProps } from './panel-props.ts'
import { SettingDrawer } from './SettingDrawer.tsx'
import { useMemberOf } from './use-member-of.ts'

interface Fields {
  mode: z.output<typeof DialMode>
}

/** What a software member dials first. */
export function SoftwareModePanel(panel: PanelProps) {
  const t = useText(text)
  const a = useText(actionsText)
  const [form] = Form.useForm<Fields>()
  const member = useMemberOf(panel, ({ router_type }) => router_type === 2)
  const [initial] = useState<Fields | undefined>(() => member && { mode: member.mode ?? panel.network.mode })
  const router_name = member?.router_name ?? ''
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, t.of(member?.note || router_name, t.mode)]}
      saves="software_mode"
      form={form}
      initial={initial}
      inputOf={({ mode }) => ({ router_name, mode })}
      verb={t.saveAndPush}
    >
      <Form.Item name="mode" label={t.mode} extra={t.modeHelp}>
        <Radio.Group className="setting-choices" options={([1, 2, 3] as const).map((value) => ({ value, label: a.modes[value] }))} />
      </Form.Item>
    </SettingDrawer>
  )
}
