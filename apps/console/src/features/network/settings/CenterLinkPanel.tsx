import { useQueryClient } from '@tanstack/react-query'
import { contract, plain, refusalText } from '@weft/contract'
import { notPublicProblem, problemText } from '@weft/network-rules'
import { call, language, useText, bracketed } from '@weft/ui'
import { Alert, Button, Form, Select } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { applying } from '../../../shared/apply/applying.ts'
import { confirmImpact } from '../../../shared/network/confirm-impact.tsx'
import { networksChanged } from '../networks-changed.ts'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import * as text from './center-link.text.ts'
import { ChoiceCards } from './ChoiceCards.tsx'
import { type PanelProps, usePanelData } from './panel-props.ts'
import { PortFields } from './PortFields.tsx'
import { panelSaved } from './saved-panel.ts'
import { SegmentFields, type TypedSegment, useFixedClaims } from './SegmentFields.tsx'
import { portSent, portTyped, type TypedPort } from './service-port.ts'
import { SettingDrawer } from './SettingDrawer.tsx'

interface Fields extends TypedPort, TypedSegment {
  center_router_name: string | null
  access: 'public' | 'private'
}
const MASK = 24
const NO_PORT = { public_ip: null, public_port: null, static_port: null }

/** Edits the tunnel between exactly two centers. */
export function CenterLinkPanel(panel: PanelProps) {
  const t = useText(text)
  const spoken = language.use()
  const queries = useQueryClient()
  const [form] = Form.useForm<Fields>()
  const { network, close } = panel
  const { network_number, revision } = network
  const source = usePanelData(contract.networkSettings.center_link_network, { network_number })
  const access = Form.useWatch('access', form)
  const fixed = useFixedClaims(network, ({ purpose }) => purpose === 'center_link')
  const link = source.data
  const on = link?.enable === 1
  const segment: TypedSegment = { gateway: link?.gateway ?? '', mask: link?.mask ?? MASK }
  const initial: Fields | undefined = link && {
    center_router_name: link.center_router_name,
    access: link.center_router_name !== null && link.public_ip === null ? 'private' : 'public',
    ...portTyped(link),
    ...segment,
  }
  const address = plain(Form.useWatch('public_ip', form) ?? '')
  const hidden = notPublicProblem(address || null)
  const centers = network.member.filter(({ member_type }) => member_type === 'center')

  const [switchOff, switching] = useSubmit(async () => {
    const ask = { title: t.closeTitle, body: t.closeBody, action: t.close, danger: true }
    const changes = [{ call: 'enable_center_link', input: { enable: 0 } } as const]
    if (!(await confirmImpact({ network_number, members: network.member, changes, ask }))) return
    try {
      await applying.save(network_number, t.closeTitle, () =>
        call(contract.networkSettings.enable_center_link, { network_number, enable: 0 }, { missing: 'stay', ifMatch: revision }),
      )
      panelSaved('center_link')
      close()
    } catch {
      // The error was already shown; the drawer stays open.
    }
    await networksChanged(queries)
  })
  return (
    <SettingDrawer
      {...panel}
      title={[t.set, t.twin]}
      saves="center_link"
      form={form}
      initial={initial}
      source={source}
      fromDraft={(of) => {
        const wanted = of('center_link')
        return (
          wanted && {
            center_router_name: wanted.center_router_name,
            access: wanted.public_ip === null ? ('private' as const) : ('public' as const),
            ...portTyped(wanted),
            ...(wanted.gateway !== null && { gateway: wanted.gateway, mask: wanted.mask }),
          }
        )
      }}
      always={!on}
      verb={on ? t.save : t.enable}
      inputOf={({ center_router_name, access: by, gateway, mask, ...port }) => ({
        enable: 1 as const,
        center_router_name,
        ...(by === 'public' ? { ...portSent(port), gateway: null, mask: null } : { ...NO_PORT, gateway: plain(gateway), mask }),
      })}
      aside={
        on && (
          <Button danger loading={switching} onClick={() => void switchOff(undefined)}>
            {t.close}
          </Button>
        )
      }
    >
      <Form.Item
        name="center_router_name"
        label={t.server}
        extra={t.serverHint}
        rules={[{ required: true, message: refusalText('centerLinkServer', undefined, spoken) }]}
      >
        <Select
          getPopupContainer={popupContainer}
          options={centers.map(({ router_name, note }) => ({
            value: router_name,
            label: note ? bracketed(note, router_name) : router_name,
          }))}
        />
      </Form.Item>
      <Form.Item name="access" label={t.access}>
        <ChoiceCards
          aria-label={t.access}
          options={[
            { value: 'public', label: t.public, text: t.publicText },
            { value: 'private', label: t.private, text: t.privateText },
          ]}
        />
      </Form.Item>
      {access === 'public' && <PortFields />}
      {access === 'public' && hidden && <Alert type="warning" showIcon role="alert" title={problemText(hidden, spoken)} />}
      {access === 'private' && (
        <SegmentFields
          name={[]}
          own={{ purpose: 'center_link', owner: '' }}
          initial={segment}
          around={{ network, fixed, typed: () => [] }}
        />
      )}
    </SettingDrawer>
  )
}
