import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, NOTE_MAX, type Role, ROLE_NAME_MAX, type RoleAuth } from '@weft/contract'
import { applyFieldErrors, asking, call, ErrorState, rule, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { Alert, Button, Drawer, Form, Input, Skeleton } from 'antd'
import { useId, useState } from 'react'
import '@weft/ui/dialog/dialog.css'
import { accessChanged } from '../access-changed.ts'
import '../access.css'
import { NetworkScope } from './NetworkScope.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { grantedBy, nothingGranted, roleSummary } from './role-summary.ts'
import * as text from './role.text.ts'

interface Typed {
  name: string
  note: string
  auth: RoleAuth
}
const { shape } = contract.roles.create.input

interface Props {
  /** The role to edit; a new one without it. */
  id?: string | undefined
  onClose: () => void
  /** @param id of the role */
  onSaved: (id: string) => void
}

/** 「创建角色」 and 「编辑角色」. */
export function RoleDrawer({ id, onClose, onSaved }: Props) {
  const t = useText(text)
  const formId = useId()
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const [edited, setEdited] = useState(false)
  const guard = useUnsavedGuard(edited)
  const known = useQuery({
    ...asking(contract.roles.info, { id: id ?? '' }, { missing: 'stay' }),
    enabled: id !== undefined,
    // What stands in the form stays as it was opened.
    staleTime: Infinity,
    gcTime: 0,
  })
  const save = useMutation({
    mutationFn: async (typed: Typed) => {
      if (id === undefined) return (await call(contract.roles.create, typed)).id
      await call(contract.roles.edit, { ...typed, id }, { missing: 'stay', ...(known.data && { ifMatch: known.data.update_time }) })
      return id
    },
    onSuccess: (saved) => {
      toast.success(id === undefined ? t.createdToast : t.saved)
      void accessChanged(queries)
      guard.leave(() => onSaved(saved))
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  const submit = (typed: Typed) => {
    if (id !== undefined && !edited) return onClose()
    if (save.isPending) return
    const { network } = typed.auth.easylink
    const networks = network.confined === 1 ? network.networks : []
    save.mutate({ ...typed, auth: { ...typed.auth, easylink: { ...typed.auth.easylink, network: { ...network, networks } } } })
  }
  const close = () => void guard.close(onClose)
  const ready = id === undefined || known.data !== undefined
  return (
    <Drawer
      open
      size={720}
      title={id === undefined ? t.createTitle : t.editTitle}
      onClose={close}
      afterOpenChange={(shown) => shown && ready && form.focusField('name')}
      footer={
        <div className="access-foot">
          <Button onClick={close}>{t.cancel}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={save.isPending} disabled={!ready}>
            {id === undefined ? t.createVerb : t.save}
          </Button>
        </div>
      }
    >
      {known.data && known.data.users > 0 && <Alert type="info" showIcon title={t.inUse(known.data.users)} className="weft-dialog-note" />}
      {ready ? (
        <Form<Typed>
          id={formId}
          form={form}
          layout="vertical"
          initialValues={known.data ? valuesOf(known.data) : { name: '', note: '', auth: nothingGranted() }}
          onValuesChange={() => setEdited(true)}
          onFinish={submit}
          onFinishFailed={tellFirstProblem}
        >
          <Form.Item name="name" label={t.name} rules={[rule(shape.name, t.name)]}>
            <Input maxLength={ROLE_NAME_MAX} showCount autoComplete="off" />
          </Form.Item>
          <Form.Item name="note" label={t.note} rules={[rule(shape.note, t.note)]}>
            <Input maxLength={NOTE_MAX} showCount autoComplete="off" />
          </Form.Item>
          <Rights />
        </Form>
      ) : known.error ? (
        <ErrorState onRetry={() => void known.refetch()} />
      ) : (
        <Skeleton active />
      )}
    </Drawer>
  )
}

/** The matrix of the form around it, and what it amounts to. */
function Rights() {
  const t = useText(text)
  // Also what has no field now: the networks, while it is not confined to them.
  const auth = Form.useWatch<RoleAuth | undefined>('auth', { form: Form.useFormInstance(), preserve: true })
  const confined = auth?.easylink.network.confined === 1
  return (
    <>
      <PermissionMatrix confined={confined}>
        <NetworkScope confined={confined} />
      </PermissionMatrix>
      <p className="role-sentence" role="status">
        {auth && roleSummary(auth, t)}
      </p>
    </>
  )
}

const valuesOf = (role: Role): Typed => ({ name: role.name, note: role.note, auth: grantedBy(role) })
