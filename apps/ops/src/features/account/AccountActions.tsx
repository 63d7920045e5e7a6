import { MoreOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { call, CopyText, toast, useDialog, useText } from '@weft/ui'
import { MenuButton } from '@weft/ui/parts/MenuButton.tsx'
import '@weft/ui/dialog/dialog.css'
import { Alert, Button, Modal } from 'antd'
import { useMay } from '../../shared/operator/use-operator.ts'
import './account-page.css'
import * as text from './account-page.text.ts'
import type { AccountInfo } from './ProfileFacts.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

const { accounts } = opsContract
type Action = 'disable' | 'enable' | 'link' | 'resetTotp'

/** Offers the actions of administrators on an account, each with a reason that the customer can read. */
export function AccountActions({ account: { account_number, status } }: { account: Pick<AccountInfo, 'account_number' | 'status'> }) {
  const t = useText(text)
  const may = useMay()
  const queries = useQueryClient()
  const asked = useDialog<Action>()
  const made = useDialog<string>()
  if (!may(accounts.disable)) return null

  const actions: Record<Action, { title: string; action: string; note: string; danger?: true; run: (reason: string) => Promise<void> }> = {
    disable: {
      title: t.disable,
      action: t.disable,
      note: t.disableNote,
      danger: true,
      run: async (reason) => {
        await call(accounts.disable, { account_number, reason })
        toast.success(t.disabled)
      },
    },
    enable: {
      title: t.enable,
      action: t.enable,
      note: t.enableNote,
      run: async (reason) => {
        await call(accounts.enable, { account_number, reason })
        toast.success(t.enabled)
      },
    },
    link: {
      title: t.link,
      action: t.makeLink,
      note: t.linkNote,
      run: async (reason) => {
        const { url } = await call(accounts.login_link, { account_number, reason })
        made.show(url)
      },
    },
    resetTotp: {
      title: t.resetTotp,
      action: t.resetTotp,
      note: t.resetTotpNote,
      danger: true,
      run: async (reason) => {
        await call(accounts.reset_totp, { account_number, reason })
        toast.success(t.resetDone)
      },
    },
  }
  const action = asked.subject && actions[asked.subject]
  return (
    <>
      <Button onClick={() => asked.show('link')} disabled={status === 0}>
        {t.link}
      </Button>
      <MenuButton
        icon={<MoreOutlined />}
        aria-label={t.more}
        items={[
          status === 1
            ? { key: 'disable', label: t.disable, danger: true, onClick: () => asked.show('disable') }
            : { key: 'enable', label: t.enable, onClick: () => asked.show('enable') },
          { key: 'totp', label: t.resetTotp, danger: true, onClick: () => asked.show('resetTotp') },
        ]}
      />
      {action && (
        <ReasonDialog
          {...action}
          onClose={asked.close}
          submit={async (reason) => {
            await action.run(reason)
            asked.close()
            await queries.invalidateQueries({ queryKey: [accounts.info.path] })
            await queries.invalidateQueries({ queryKey: [opsContract.desk.audit.path] })
          }}
        />
      )}
      {made.subject && <LinkDialog url={made.subject} onClose={made.close} />}
    </>
  )
}

/** Shows the link, which cannot be shown a second time. */
function LinkDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const t = useText(text)
  return (
    <Modal
      open
      width={560}
      title={t.linkTitle}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t.linkOnce} className="weft-dialog-note" />
      <div className="account-link">
        <CopyText value={url} framed />
      </div>
    </Modal>
  )
}
