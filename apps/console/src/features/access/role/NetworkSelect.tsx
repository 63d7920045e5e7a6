import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, useText } from '@weft/ui'
import { Select, type SelectProps } from 'antd'
import { useState } from 'react'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import * as text from './role.text.ts'

/** Selects several of the account's networks. Tab moves the focus on; in antd's own it stays and toggles the highlighted option. */
export function NetworkSelect(
  field: Pick<SelectProps<string[]>, 'id' | 'value' | 'onChange' | 'aria-required' | 'aria-invalid' | 'aria-describedby'>,
) {
  const t = useText(text)
  const networks = useQuery(asking(contract.network.select, {}, { quiet: true }))
  const [open, setOpen] = useState(false)
  return (
    <div
      role="presentation"
      onKeyDownCapture={(event) => {
        if (event.key !== 'Tab' || !open) return
        event.stopPropagation()
        setOpen(false)
      }}
    >
      <Select<string[]>
        {...field}
        mode="multiple"
        open={open}
        onOpenChange={setOpen}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t.chooseNetworks}
        loading={networks.isPending}
        getPopupContainer={popupContainer}
        options={networks.data?.map(({ network_number, network_name }) => ({
          value: network_number,
          label: `${network_name}（${network_number}）`,
        }))}
      />
    </div>
  )
}
