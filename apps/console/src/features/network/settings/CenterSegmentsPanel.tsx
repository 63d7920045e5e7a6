import { plain, type Segment } from '@weft/contract'
import { type Claim, typedSegment } from '@weft/network-rules'
import { useText } from '@weft/ui'
import { Form } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import type { PanelProps } from './panel-props.ts'
import { SegmentFields, type TypedSegment, useFixedClaims } from './SegmentFields.tsx'
import * as text from './segment.text.ts'
import { SettingDrawer } from './SettingDrawer.tsx'
import { useMemberOf } from './use-member-of.ts'

interface Both {
  router_network: TypedSegment
  software_network: TypedSegment
}
const parts = [
  ['router_network', 'center_hardware', 'hardware'],
  ['software_network', 'center_software', 'software'],
] as const

const sent = ({ gateway, mask }: TypedSegment): z.output<typeof Segment> => ({ gateway: plain(gateway), mask: mask! })

/** Edits the segments of a center's two services. */
export function CenterSegmentsPanel(panel: PanelProps) {
  const t = useText(text)
  const [form] = Form.useForm<Both>()
  const member = useMemberOf(panel)
  const { network } = panel
  const owner = member?.router_name ?? ''
  const gateway = member?.gateway
  const [initial] = useState<Both | undefined>(() =>
    gateway ? { router_network: gateway.router, software_network: gateway.software } : undefined,
  )
  const fixed = useFixedClaims(
    network,
    (claim) => claim.owner === owner && (claim.purpose === 'center_hardware' || claim.purpose === 'center_software'),
  )
  const typed = (): Claim[] => {
    const values = form.getFieldsValue(true) as Partial<Both>
    return parts.flatMap(([field, purpose]) => {
      const range = values[field] && typedSegment(values[field].gateway, values[field].mask)
      return range ? [{ purpose, owner, ...range }] : []
    })
  }
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, `${member?.note || owner} ${t.centerSegments}`]}
      saves="edit_center_gateway"
      form={form}
      initial={initial}
      inputOf={({ router_network, software_network }) => ({
        router_name: owner,
        router_network: sent(router_network),
        software_network: sent(software_network),
      })}
      fromDraft={(of) => of('edit_center_gateway')}
      verb={t.saveAndPush}
    >
      <p className="setting-help weft-dialog-note">{t.help}</p>
      {initial &&
        parts.map(([field, purpose, name]) => (
          <fieldset key={field} className="setting-set">
            <legend>{t[name]}</legend>
            <SegmentFields name={[field]} own={{ purpose, owner }} initial={initial[field]} around={{ network, fixed, typed }} />
          </fieldset>
        ))}
    </SettingDrawer>
  )
}

/** Edits the segment of the link between both centers. */
export function CenterLinkSegmentPanel(panel: PanelProps) {
  const t = useText(text)
  const [form] = Form.useForm<TypedSegment>()
  const { network } = panel
  const [initial] = useState<TypedSegment>(() => {
    const { gateway = '', mask = null } = network.network_center_link_network ?? {}
    return { gateway: gateway ?? '', mask: mask ?? 24 }
  })
  const fixed = useFixedClaims(network, ({ purpose }) => purpose === 'center_link')
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, t.twin]}
      saves="edit_center_link_gateway"
      form={form}
      initial={initial}
      inputOf={sent}
      fromDraft={(of) => of('edit_center_link_gateway')}
      verb={t.saveAndPush}
    >
      <p className="setting-help weft-dialog-note">{t.help}</p>
      <SegmentFields name={[]} own={{ purpose: 'center_link', owner: '' }} initial={initial} around={{ network, fixed, typed: () => [] }} />
    </SettingDrawer>
  )
}
