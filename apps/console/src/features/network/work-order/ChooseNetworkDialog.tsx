import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, useText, bracketed } from '@weft/ui'
import { Button, Form, Modal, Select } from 'antd'
import { useNavigate } from 'react-router'
import { networkPath } from '../network-paths.ts'
import * as networkText from '../network.text.ts'
import * as text from './work-order.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

/** Asks for which network POP access is requested. */
export function ChooseNetworkDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const n = useText(networkText)
  const navigate = useNavigate()
  const [form] = Form.useForm<{ network_number: string }>()
  const networks = useQuery(asking(contract.network.select, {}))
  return (
    <Modal
      open
      width={420}
      title={n.requestPop}
      onCancel={onClose}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('network_number'))}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {t.cancel}
        </Button>,
        <Button key="next" type="primary" onClick={form.submit}>
          {t.next}
        </Button>,
      ]}
    >
      <Form form={form} layout="vertical" onFinish={({ network_number }) => void navigate(networkPath.requestPop(network_number))}>
        <Form.Item name="network_number" label={n.network} rules={[{ required: true, message: t.chooseNetwork }]}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t.chooseHint}
            loading={networks.isFetching}
            notFoundContent={networks.isFetching ? null : t.noNetwork}
            options={(networks.data ?? []).map(({ network_number, network_name }) => ({
              value: network_number,
              label: bracketed(network_name, network_number),
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
