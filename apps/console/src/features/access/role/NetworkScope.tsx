import { check, RoleAuth } from '@weft/contract'
import { language, useText } from '@weft/ui'
import { Form, type FormRule, Radio } from 'antd'
import { NetworkSelect } from './NetworkSelect.tsx'
import * as text from './role.text.ts'

const NETWORK = ['auth', 'easylink', 'network']

/** Applies the contract's rule: a role confined to networks names at least one. */
const chosen: FormRule = ({ getFieldValue }) => ({
  validator: () => {
    const checked = check(RoleAuth, getFieldValue('auth'), language.get())
    return checked.ok ? Promise.resolve() : Promise.reject(new Error(checked.errors[0]?.msg))
  },
})

/** Lets the user choose all networks or name some. */
export function NetworkScope({ confined }: { confined: boolean }) {
  const t = useText(text)
  const form = Form.useFormInstance()
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
          <NetworkSelect />
        </Form.Item>
      )}
    </>
  )
}
