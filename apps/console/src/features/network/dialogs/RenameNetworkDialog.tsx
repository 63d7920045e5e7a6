import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type NetworkInfo, type NetworkSummary, readLine } from '@weft/contract'
import { nameLengthMax, nameLengthProblem, problemText } from '@weft/network-rules'
import { applyFieldErrors, call, language, toast, useText } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { Button, Form, Input, Modal } from 'antd'
import { networksChanged } from '../networks-changed.ts'
import { inTurn, revisionOnScreen } from '../own-saves.ts'
import * as text from '../network.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'
import { useUnsavedGuard } from '@weft/ui/dialog/use-unsaved-guard.ts'

interface Props {
  /** A row of the list has no revision: the name is then changed whatever others changed meanwhile. */
  network: Pick<NetworkSummary, 'network_number' | 'network_name' | 'network_type'> & Partial<Pick<NetworkInfo, 'revision'>>
  onClose: () => void
  onRenamed: () => void
}

export function RenameNetworkDialog({ network, onClose, onRenamed }: Props) {
  const { network_number, revision } = network
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<{ network_name: string }>()
  const guard = useUnsavedGuard(() => form.getFieldValue('network_name') !== network.network_name)
  const close = () => void guard.close(onClose)
  const spoken = language.use()
  const popNetwork = network.network_type === 3
  const rename = useMutation({
    ...inTurn(network_number),
    mutationFn: async (network_name: string) => {
      const upon = revision === undefined ? undefined : await revisionOnScreen(queries, { network_number, revision })
      return call(contract.network.rename, { network_number, network_name }, { missing: 'stay', ifMatch: upon })
    },
    onSuccess: () => {
      toast.success(t.saved)
      onRenamed()
    },
    onError: (error) => {
      applyFieldErrors(form, error)
      // After a refusal because of someone else's change, the user may try again upon the newest revision.
      void networksChanged(queries)
    },
  })
  const submit = (typed: string) => {
    const network_name = readLine(typed)
    if (network_name === network.network_name) return onClose()
    if (!rename.isPending) rename.mutate(network_name)
  }
  return (
    <Modal
      open
      width={420}
      title={t.renameTitle}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('network_name'))}
      footer={[
        <Button key="cancel" onClick={close}>
          {t.cancel}
        </Button>,
        <Button key="save" type="primary" loading={rename.isPending} onClick={form.submit}>
          {t.save}
        </Button>,
      ]}
    >
      <Form form={form} layout="vertical" initialValues={network} onFinish={({ network_name }) => submit(network_name)}>
        <Form.Item
          name="network_name"
          label={t.name}
          rules={[
            { required: true, whitespace: true, message: t.nameMissing },
            {
              validator: (_, value: string) => {
                const long = nameLengthProblem(readLine(value), popNetwork)
                return long ? Promise.reject(new Error(problemText(long, spoken))) : Promise.resolve()
              },
            },
          ]}
        >
          <Input autoComplete="off" count={counted(nameLengthMax(popNetwork))} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
