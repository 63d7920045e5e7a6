import type { NetworkInfo } from '@weft/contract'
import { useText } from '@weft/ui'
import { Form } from 'antd'
import * as networkText from '../network.text.ts'
import { ChoiceCards } from './ChoiceCards.tsx'
import type { PanelProps } from './panel-props.ts'
import * as routingText from './routing.text.ts'
import { SettingDrawer } from './SettingDrawer.tsx'
import * as text from './settings-tab.text.ts'

type Fields = Pick<NetworkInfo, 'ncp_ciphers'>

/** Edits which ciphers protect the traffic of the network. */
export function CiphersPanel(panel: PanelProps) {
  const t = useText(text)
  const n = useText(networkText)
  const { edit } = useText(routingText)
  const [form] = Form.useForm<Fields>()
  return (
    <SettingDrawer
      {...panel}
      title={[edit, t.ciphers]}
      saves="ciphers"
      form={form}
      initial={{ ncp_ciphers: panel.network.ncp_ciphers }}
      inputOf={({ ncp_ciphers }) => ({ ncp_ciphers })}
      fromDraft={(of) => of('ciphers')}
      askFirst={() => ({ title: t.ciphersTitle, body: t.ciphersHelp, action: t.ciphersDo })}
    >
      <Form.Item name="ncp_ciphers" label={t.ciphers}>
        <ChoiceCards
          aria-label={t.ciphers}
          options={[
            { value: 'default', label: n.ciphers.default, text: t.ciphersHelp },
            { value: 'sm', label: n.ciphers.sm, text: t.ciphersScope },
          ]}
        />
      </Form.Item>
    </SettingDrawer>
  )
}
