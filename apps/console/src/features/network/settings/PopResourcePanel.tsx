import { contract, type DialMode } from '@weft/contract'
import { EmptyState, toast, useText } from '@weft/ui'
import { Button, Drawer, Form, Radio, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { z } from 'zod'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { useLater } from '@weft/ui/parts/use-later.ts'
import { networkPath } from '../network-paths.ts'
import './member-actions.css'
import * as actionsText from './member-actions.text.ts'
import * as text from './member-panels.text.ts'
import { type PanelProps, usePanelData } from './panel-props.ts'
import { SettingDrawer } from './SettingDrawer.tsx'
import { usePanel } from './use-panel.ts'
import { pauseOf } from '@weft/ui/time/pauses.ts'

interface Fields {
  network_fr_id: string | null
  mode: z.output<typeof DialMode>
}

/** Refusal code: the address pool must be reviewed. It opens `READING_MS` after the message (docs/design/screens.md §7.5.8). */
const REVIEW = 423
const READING_MS = 2500

/** Edits the POP resource of a network, and whether its members dial centers or POPs first. */
export function PopResourcePanel(panel: PanelProps) {
  const t = useText(text)
  const a = useText(actionsText)
  const { open } = usePanel()
  const [form] = Form.useForm<Fields>()
  const { network_number, network_fr } = panel.network
  const source = usePanelData(contract.popResources.config, { network_number })
  const chosen = Form.useWatch('network_fr_id', form)
  const [initial] = useState<Fields>(() => ({ network_fr_id: network_fr?.network_fr_id ?? null, mode: panel.network.mode }))
  const later = useLater()
  if (source.data?.length === 0 && network_fr === null) return <NoResource {...panel} />
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, t.fr]}
      saves="fr"
      form={form}
      initial={source.data && initial}
      source={source}
      inputOf={({ network_fr_id, mode }) => ({ network_fr_id: network_fr_id ?? null, mode })}
      fromDraft={(of) => of('fr')}
      // Another resource requires a review of the address pool, which cannot wait in a draft.
      atOnce={network_fr !== null}
      onRefused={({ code, msg }, leave) => {
        if (code !== REVIEW) return false
        toast.warning(msg)
        later(pauseOf(READING_MS), () => leave(() => open('ip_pool')))
        return true
      }}
      verb={t.saveAndPush}
    >
      <Form.Item name="network_fr_id" label={t.resource} rules={network_fr === null ? [{ required: true, message: t.choose }] : []}>
        <Select
          getPopupContainer={popupContainer}
          allowClear={network_fr !== null}
          placeholder={network_fr === null ? t.choose : t.noResource}
          options={(source.data ?? []).map(({ network_fr_id, shortname, bandwidth, expire_day }) => ({
            value: network_fr_id,
            label: t.resourceOf(shortname, bandwidth, expire_day),
          }))}
        />
      </Form.Item>
      {chosen && (
        <Form.Item name="mode" label={a.mode}>
          <Radio.Group className="setting-choices" options={([1, 2, 3] as const).map((value) => ({ value, label: a.modes[value] }))} />
        </Form.Item>
      )}
    </SettingDrawer>
  )
}

function NoResource({ network: { network_number }, close }: PanelProps) {
  const t = useText(text)
  const navigate = useNavigate()
  const isOpen = usePageOpen()
  return (
    <Drawer open size={560} title={t.fr} onClose={close}>
      <EmptyState
        title={t.noneTitle}
        action={
          isOpen('/network/ticket_create') && (
            <Button type="primary" onClick={() => void navigate(networkPath.requestPop(network_number))}>
              {t.request}
            </Button>
          )
        }
      />
    </Drawer>
  )
}
