import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { absoluteTime, call, useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import * as text from './layout.text.ts'

/** Says while an owner looks at the account as a role that nothing can be changed, and leads back. */
export function ViewingBanner() {
  const t = useText(text)
  const { viewing } = useAccount()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: () => call(contract.roles.view_as_end, {}),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [contract.account.info.path] })
      await navigate('/ram/role')
      void queries.invalidateQueries()
    },
  })
  if (!viewing) return null
  return (
    <Alert
      banner
      type="warning"
      showIcon
      role="status"
      className="console-viewing"
      title={t.viewingAs(viewing.role_name, absoluteTime(viewing.until).slice(11, 16))}
      action={
        <Button size="small" loading={leave.isPending} onClick={() => leave.mutate()}>
          {t.leaveView}
        </Button>
      }
    />
  )
}
