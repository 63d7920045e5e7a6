import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract, type SentBy } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, toast, useText, useFormGuard } from '@weft/ui'
import { Form, Input, Modal, Select } from 'antd'
import * as text from './client-version.text.ts'
import { inStores } from './systems.ts'

const { clientVersions } = opsContract
const { shape } = clientVersions.store.input
type Typed = SentBy<typeof clientVersions.store>

/** Registers a version that an app store offers. */
export function StoreDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const guard = useFormGuard(form)
  const save = useMutation({
    mutationFn: (typed: Typed) => call(clientVersions.store, typed),
    onSuccess: () => {
      toast.success(t.registered)
      onClose()
    },
    onError: (error) => applyFieldErrors(form, error),
    onSettled: () => queries.invalidateQueries({ queryKey: [clientVersions.list.path] }),
  })
  return (
    <Modal
      open
      title={t.inStore}
      okText={t.inStoreVerb}
      cancelText={t.cancel}
      confirmLoading={save.isPending}
      onOk={form.submit}
      onCancel={() => void guard.close(onClose)}
    >
      <Form<Typed>
        form={form}
        name="store"
        layout="vertical"
        initialValues={{ system: 'ios', version: '', store_url: '' }}
        onFinish={(typed) => !save.isPending && save.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="system" label={t.system}>
          <Select options={inStores.map((value) => ({ value, label: t.systems[value] }))} />
        </Form.Item>
        <Form.Item name="version" label={t.version} rules={[rule(shape.version, t.version)]}>
          <Input autoComplete="off" placeholder="2.4.1" />
        </Form.Item>
        <Form.Item name="store_url" label={t.storeUrl} rules={[rule(shape.store_url, t.storeUrl)]}>
          <Input autoComplete="off" inputMode="url" placeholder="https://" />
        </Form.Item>
      </Form>
    </Modal>
  )
}
