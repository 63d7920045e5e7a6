import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { check, contract, MAINTENANCE_NAME_MAX } from '@weft/contract'
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
  useFormGuard,
} from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { MinutePicker } from '@weft/ui/form/MinutePicker.tsx'
import { Button, Drawer, Form, Input, Radio } from 'antd'
import { useId } from 'react'
import { MemberPicker } from '../MemberPicker.tsx'
import * as text from '../maintenance.text.ts'
import { monitorChanged } from '../monitor-changed.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Typed {
  name: string
  start_time: number | null
  end_time: number | null
  scope: 'all' | 'some'
  router: ReadonlySet<string>
}
const { shape } = contract.monitor.maintenance_create.input

/** Shows the drawer 「添加维护窗口」. */
export function MaintenanceDrawer({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const id = useId()
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const guard = useFormGuard(form)
  const scope = Form.useWatch('scope', form)
  const create = useMutation({
    mutationFn: ({ name, start_time, end_time, scope, router }: Typed) =>
      call(
        contract.monitor.maintenance_create,
        { name, start_time: start_time ?? 0, end_time: end_time ?? 0, router: scope === 'some' ? [...router] : [] },
        { missing: 'stay' },
      ),
    onSuccess: async () => {
      toast.success(t.added)
      await monitorChanged(queries)
      onClose()
    },
    onError: (error) => {
      applyFieldErrors(form, error)
      // A chosen member may be gone.
      return queries.invalidateQueries({ queryKey: [contract.monitor.routers.path] })
    },
  })
  const close = () => void guard.close(onClose)
  /** Returns what is wrong with the end, given the start, in the words of the contract. */
  const endProblem = () => {
    const { start_time, end_time } = form.getFieldsValue()
    if (!start_time || !end_time) return undefined
    const given = check(contract.monitor.maintenance_create.input, { name: '-', start_time, end_time }, language.get())
    return given.ok ? undefined : given.errors[0]?.msg
  }
  return (
    <Drawer
      open
      size={720}
      title={t.add}
      onClose={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('name'))}
      footer={
        <div className="monitor-drawer-foot">
          <Button onClick={close}>{t.cancel}</Button>
          <Button type="primary" htmlType="submit" form={id} loading={create.isPending}>
            {t.addVerb}
          </Button>
        </div>
      }
    >
      <Form<Typed>
        id={id}
        form={form}
        layout="vertical"
        initialValues={{ name: '', start_time: null, end_time: null, scope: 'all', router: nobody }}
        onFinish={(typed) => !create.isPending && create.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="name" label={t.name} rules={[rule(shape.name, t.name)]}>
          <Input count={counted(MAINTENANCE_NAME_MAX)} autoComplete="off" />
        </Form.Item>
        <div className="monitor-times">
          <Form.Item name="start_time" label={t.start} rules={[{ required: true, message: t.startMissing }]}>
            <MinutePicker />
          </Form.Item>
          <Form.Item
            name="end_time"
            label={t.end}
            dependencies={['start_time']}
            rules={[
              { required: true, message: t.endMissing },
              {
                validator: () => {
                  const problem = endProblem()
                  return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
                },
              },
            ]}
          >
            <MinutePicker />
          </Form.Item>
        </div>
        <Form.Item name="scope" label={t.scope}>
          <Radio.Group
            options={[
              { value: 'all', label: t.all },
              { value: 'some', label: t.some },
            ]}
          />
        </Form.Item>
        {scope === 'some' && (
          <Form.Item
            name="router"
            rules={[
              {
                validator: (_, router: ReadonlySet<string>) =>
                  router.size > 0 ? Promise.resolve() : Promise.reject(new Error(t.chooseSome)),
              },
            ]}
          >
            <ChosenMembers />
          </Form.Item>
        )}
      </Form>
    </Drawer>
  )
}

const nobody: ReadonlySet<string> = new Set()

/** Shows the members of a window, as a field of its form. */
function ChosenMembers({ value = nobody, onChange }: { value?: ReadonlySet<string>; onChange?: (router: ReadonlySet<string>) => void }) {
  const members = useQuery(asking(contract.monitor.routers, {}))
  if (members.data) return <MemberPicker heading="h2" members={members.data} chosen={value} onChange={onChange} />
  return members.isError ? <ErrorState error={members.error} onRetry={() => void members.refetch()} /> : <Skeleton />
}
