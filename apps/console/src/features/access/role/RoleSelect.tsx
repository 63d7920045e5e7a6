import { PlusOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, useDialog, useText } from '@weft/ui'
import { Button, Select, type SelectProps } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { RoleDrawer } from './RoleDrawer.tsx'
import * as text from './role.text.ts'
import './role.css'

interface Props extends Pick<SelectProps, 'id' | 'placeholder' | 'aria-required' | 'aria-invalid' | 'aria-describedby'> {
  value?: string
  onChange?: (role_id: string) => void
}

/** Selects one of the account's roles, or creates a new one. */
export function RoleSelect({ value, onChange, ...field }: Props) {
  const t = useText(text)
  const roles = useQuery(asking(contract.roles.select, {}, { quiet: true }))
  const creating = useDialog<'role'>()
  return (
    <div className="role-select">
      <Select<string>
        {...field}
        {...(value === undefined ? {} : { value })}
        onChange={(role_id) => onChange?.(role_id)}
        showSearch={{ optionFilterProp: 'label' }}
        loading={roles.isPending}
        getPopupContainer={popupContainer}
        options={roles.data?.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button icon={<PlusOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => creating.show('role')}>
        {t.create}
      </Button>
      {creating.subject && (
        <RoleDrawer
          onClose={creating.close}
          onSaved={(id) => {
            creating.close()
            onChange?.(id)
          }}
        />
      )}
    </div>
  )
}
