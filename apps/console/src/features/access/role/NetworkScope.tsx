import { useQuery } from '@tanstack/react-query'
import { check, contract, RoleAuth } from '@weft/contract'
import { asking, language, useText } from '@weft/ui'
import { Form, type FormRule, Radio, Select } from 'antd'
import { popupContainer } from '../../../shared/page/popup-container.ts'
import * as text from './role.text.ts'

const NETWORK = ['auth', 'easylink', 'network']

/** As the contract has it: whoever is confined is so to one network at least. */
const chosen: FormRule = ({ getFieldValue }) => ({
  validator: () => {
    const told = check(RoleAuth, getFieldValue('auth'), language.get())
    return told.ok ? Promise.resolve() : Promise.reject(new Error(told.errors[0]?.msg))
  },
})

/** All networks, or those that are named. */
export function NetworkScope({ confined }: { confined: boolean }) {
  const t = useText(text)
  const form = Form.useFormInstance()
  const networks = useQuery({ ...asking(contract.network.select, {}, { quiet: true }), enabled: confined })
  return (
    <>
      <Form.Item name={[...NETWORK, 'confined']} noStyle>
        <Radio.Group
          aria-label={t.scope}
          options={[
            { value: 0, label: t.scopes.all },
            { value: 1, label: t.scopes.designated },
          ]}
          onChange={({ target }) => target.value === 1 && form.setFieldValue([...NETWORK, 'create'], 0)}
        />
      </Form.Item>
      {confined && (
        <Form.Item
          name={[...NETWORK, 'networks']}
          label={t.networks}
          required
          extra={t.noCreate}
          rules={[chosen]}
          className="role-matrix-networks"
        >
          <Select
            mode="multiple"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={t.chooseNetworks}
            loading={networks.isPending}
            getPopupContainer={popupContainer}
            options={networks.data?.map(({ network_number, network_name }) => ({
              value: network_number,
              label: `${network_name}（${network_number}）`,
            }))}
          />
        </Form.Item>
      )}
    </>
  )
}
