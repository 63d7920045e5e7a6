import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, refusalText } from '@weft/contract'
import { asking, language, rule, tellFirstProblem, toast, useDialog, useText, useUnsavedGuard } from '@weft/ui'
import { Alert, Drawer, Form } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { accountChanged } from '../../../shared/account/account-changed.ts'
import { EditSignDialog } from '../../../shared/account/EditSignDialog.tsx'
import { useAccount } from '../../../shared/account/use-account.ts'
import { NoteInput } from '../../../shared/member/NoteInput.tsx'
import { useMemberRights } from '../member-rights.ts'
import { MemberPasswordField } from '../password/MemberPasswordField.tsx'
import { MemberPhoneFields } from '../phone/MemberPhoneFields.tsx'
import { useRebinding } from '../phone/use-rebinding.ts'
import '@weft/ui/dialog/dialog.css'
import { AddedButtons, AddMemberButtons } from './AddMemberButtons.tsx'
import * as text from './add-member.text.ts'
import './add-member.css'
import { type Added, Credentials } from './Credentials.tsx'
import { type TypedMember, useAddMember } from './use-add-member.ts'
import { UsernameInput } from './UsernameInput.tsx'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

const { shape } = contract.router.add.input

interface Props {
  onClose: () => void
  /** Called after a member was added; the drawer stays open with its credentials. */
  onAdded: () => void
}

/** Shows the drawer that adds a software member. */
export function AddMemberDrawer({ onClose, onAdded }: Props) {
  const t = useText(text)
  const spoken = language.use()
  const queries = useQueryClient()
  const id = useId()
  const [form] = Form.useForm<TypedMember>()
  const { sign } = useAccount()
  const rights = useMemberRights()
  const [edited, setEdited] = useState(false)
  const [added, setAdded] = useState<Added>()
  /** After 「添加」 the added member replaces the form; after 「添加并继续」 an empty form is shown next to it. */
  const [more, setMore] = useState(true)
  /** Counts the members, each of which has its own form. */
  const [round, setRound] = useState(0)
  const goOn = useRef(false)
  const guard = useUnsavedGuard(edited)
  const rebinding = useRebinding()
  const signDialog = useDialog<'sign'>()
  const quantity = useQuery({ ...asking(contract.router.quantity, {}, { quiet: true }), refetchOnMount: 'always' })
  const { software = 0, max = 0, software_surplus: left } = quantity.data ?? {}
  const full = left !== undefined && left <= 0
  const blocked = rights.managed || full

  const anew = () => {
    form.resetFields()
    rebinding.typed()
    setEdited(false)
    setRound((before) => before + 1)
  }
  useEffect(() => {
    if (round > 0) form.focusField('username')
  }, [round, form])
  const [submit, loading] = useAddMember({
    form,
    rebinding,
    onAdded: (member) => {
      toast.success(t.added)
      setAdded(member)
      setMore(goOn.current)
      anew()
      onAdded()
    },
    onFull: () => void quantity.refetch(),
  })
  const close = () => void guard.close(onClose)

  const addMore = () => {
    goOn.current = true
    form.submit()
  }
  const addOnly = () => {
    goOn.current = false
  }
  const fillAnother = () => {
    setMore(true)
    setAdded(undefined)
    anew()
  }
  return (
    <Drawer
      open
      size={560}
      title={t.title}
      onClose={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('username'))}
      footer={
        <div className="add-member-foot">
          <span className="add-member-used">{left !== undefined && t.used(software, Math.max(0, left))}</span>
          {more ? (
            <AddMemberButtons form={id} blocked={blocked} loading={loading} onAdd={addOnly} onAddMore={addMore} onCancel={close} />
          ) : (
            <AddedButtons onMore={fillAnother} onDone={close} />
          )}
        </div>
      }
    >
      {added && <Credentials added={added} />}
      {more && rights.managed && (
        <Alert type="warning" showIcon title={refusalText('directoryManaged', undefined, spoken)} className="weft-dialog-note" />
      )}
      {more && full && !rights.managed && (
        <Alert type="warning" showIcon title={t.limit(max)} description={t.limitText} className="weft-dialog-note" />
      )}
      {more && (
        <Form<TypedMember>
          key={round}
          id={id}
          form={form}
          layout="vertical"
          disabled={blocked}
          onValuesChange={() => setEdited(true)}
          onFinish={(typed) => void submit(typed)}
          onFinishFailed={tellFirstProblem}
        >
          <Form.Item name="username" label={t.username} extra={t.usernameHint} rules={[rule(shape.username, t.username)]}>
            <UsernameInput sign={sign} onEditSign={rights.edit ? () => signDialog.show('sign') : undefined} />
          </Form.Item>
          <MemberPasswordField form={form} schema={shape.password} label={t.password} onGenerated={() => setEdited(true)} />
          <MemberPhoneFields form={form} rebinding={rebinding} note={t.boundElsewhere} optional />
          <Form.Item name="note" label={t.note} rules={[rule(shape.note, t.note)]}>
            <NoteInput />
          </Form.Item>
        </Form>
      )}
      {signDialog.subject && (
        <EditSignDialog
          sign={sign}
          onClose={signDialog.close}
          onSaved={() => {
            signDialog.close()
            void accountChanged(queries)
          }}
        />
      )}
    </Drawer>
  )
}
