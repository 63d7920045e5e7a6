import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, NOTE_MAX, type Permission, type Role, ROLE_NAME_MAX, type RoleAuth } from '@weft/contract'
import {
  applyFieldErrors,
  asking,
  call,
  ErrorState,
  language,
  rule,
  Skeleton,
  tellFirstProblem,
  toast,
  useText,
  useUnsavedGuard,
} from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Alert, Button, Drawer, Form, Input } from 'antd'
import { useId, useState } from 'react'
import '@weft/ui/dialog/dialog.css'
import { accessChanged } from '../access-changed.ts'
import '../access.css'
import { MemberScope } from './MemberScope.tsx'
import { NetworkScope } from './NetworkScope.tsx'
import { PermissionMatrix } from './PermissionMatrix.tsx'
import { Presets } from './Presets.tsx'
import { formOf, grantedBy, newRole, roleSummary } from './role-summary.ts'
import * as text from './role.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Typed {
  name: string
  note: string
  auth: RoleAuth
}
const { shape } = contract.roles.create.input

interface Props {
  /** The role to edit; absent for a new one. */
  id?: string | undefined
  onClose: () => void
  /** @param id of the role */
  onSaved: (id: string) => void
}

/** Shows the drawer 「创建角色」 or 「编辑角色」. */
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
    // The form keeps the values with which it was opened.
    staleTime: 'static',
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
      size={1040}
      title={id === undefined ? t.createTitle : t.editTitle}
      onClose={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => ready && form.focusField('name'))}
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
          initialValues={known.data ? valuesOf(known.data) : { name: '', note: '', auth: newRole() }}
          onValuesChange={() => setEdited(true)}
          onFinish={submit}
          onFinishFailed={tellFirstProblem}
        >
          <Form.Item name="name" label={t.name} rules={[rule(shape.name, t.name)]}>
            <Input count={counted(ROLE_NAME_MAX)} autoComplete="off" />
          </Form.Item>
          <Form.Item name="note" label={t.note} rules={[rule(shape.note, t.note)]}>
            <Input count={counted(NOTE_MAX)} autoComplete="off" />
          </Form.Item>
          <Rights onChosen={() => setEdited(true)} />
        </Form>
      ) : known.error ? (
        <ErrorState error={known.error} onRetry={() => void known.refetch()} />
      ) : (
        <Skeleton />
      )}
    </Drawer>
  )
}

/** Shows the matrix of the surrounding form with presets, and a sentence that says what it grants. */
function Rights({ onChosen }: { onChosen: () => void }) {
  const spoken = language.use()
  const form = Form.useFormInstance<Typed>()
  // Also watches values without a field: the networks while the role is not confined to them.
  const auth = Form.useWatch<RoleAuth | undefined>('auth', { form, preserve: true })
  const confined = auth?.easylink.network.confined === 1
  const choose = (rights: readonly Permission[], name: string) => {
    const { easylink, ...beside } = formOf(rights)
    const { networks = [], confined: only = 0 } = auth?.easylink.network ?? {}
    const { by_network = 0, tags = [] } = auth?.easylink.router ?? {}
    const network = { ...easylink.network, networks, confined: only, ...(only === 1 && { create: 0 as const }) }
    form.setFieldValue('auth', { easylink: { router: { ...easylink.router, by_network, tags }, network }, ...beside })
    if (!form.getFieldValue('name')) form.setFieldValue('name', name)
    onChosen()
  }
  return (
    <>
      <Presets onChoose={choose} />
      <div className="role-editor">
        <PermissionMatrix confined={confined} members={<MemberScope confined={confined} />}>
          <NetworkScope confined={confined} />
        </PermissionMatrix>
        <p className="role-sentence" role="status">
          {auth && roleSummary(auth, spoken)}
        </p>
      </div>
    </>
  )
}

const valuesOf = (role: Role): Typed => ({ name: role.name, note: role.note, auth: grantedBy(role) })
