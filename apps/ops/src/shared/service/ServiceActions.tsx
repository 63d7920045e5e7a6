import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { opsContract, type SoldService } from '@weft/contract'
import { call, confirm, toast, useDialog, useText } from '@weft/ui'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import { serviceName } from '@weft/ui/service/service-names.ts'
import { RenewDialog } from './RenewDialog.tsx'
import * as text from './service.text.ts'
import { servicesChanged } from './services-changed.ts'

/** Offers the actions on a service that was sold. */
export function ServiceActions({ service }: { service: SoldService }) {
  const { id, service_code, expired_time } = service
  const t = useText(text)
  const queries = useQueryClient()
  const renewing = useDialog<true>()
  const revoke = async () => {
    if (!(await confirm({ title: t.revokeTitle(serviceName(service_code)), body: t.revokeBody, action: t.revoke, danger: true }))) return
    try {
      await call(opsContract.services.revoke, { id }, { missing: 'stay' })
      toast.success(t.revoked)
    } catch {
      // The reason has already been shown.
    }
    await servicesChanged(queries)
  }
  return (
    <>
      <MenuButton
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={t.moreOf(serviceName(service_code))}
        items={[
          ...(expired_time === null ? [] : [{ key: 'renew', label: t.renew, onClick: () => renewing.show(true) }]),
          { key: 'revoke', label: t.revoke, danger: true, onClick: () => void revoke() },
        ]}
      />
      {renewing.subject && <RenewDialog service={service} onClose={renewing.close} />}
    </>
  )
}
