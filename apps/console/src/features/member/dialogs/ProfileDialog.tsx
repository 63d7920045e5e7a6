import { useMutation, useQuery } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { asking, EmptyState, ErrorState, Skeleton, useText } from '@weft/ui'
import { download, saveFile } from '@weft/ui/api/download.ts'
import { Button, Form, Modal, Select } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import * as memberText from '../member.text.ts'
import * as text from './profile.text.ts'

interface Props {
  member: Pick<MemberSummary, 'router_name'>
  onClose: () => void
}

/** Downloads the profile of a standard client for one of the member's networks. */
export function ProfileDialog({ member: { router_name }, onClose }: Props) {
  const t = useText(text)
  const m = useText(memberText)
  const [form] = Form.useForm<{ network_number: string }>()
  const info = useQuery(asking(contract.router.info, { router_name }, { missing: 'stay' }))
  const networks = info.data?.network ?? []
  const fetch = useMutation({
    mutationFn: ({ network_number }: { network_number: string }) =>
      download(contract.memberFiles.profile, { router_name, network_number }, { missing: 'stay' }),
    onSuccess: ({ blob, file_name }) => {
      saveFile(blob, file_name)
      onClose()
    },
  })
  return (
    <Modal
      open
      width={480}
      title={t.title}
      onCancel={onClose}
      footer={[
        <Button key="cancel" onClick={onClose}>
          {networks.length > 0 ? m.cancel : m.close}
        </Button>,
        networks.length > 0 && (
          <Button key="go" type="primary" loading={fetch.isPending} onClick={form.submit}>
            {t.download}
          </Button>
        ),
      ]}
    >
      {info.isPending ? (
        <Skeleton title={false} paragraph={{ rows: 3 }} />
      ) : info.isError ? (
        <ErrorState compact onRetry={() => void info.refetch()} />
      ) : networks.length === 0 ? (
        <EmptyState title={t.none} hint={t.noneText} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          initialValues={networks.length === 1 ? { network_number: networks[0]?.network_number } : {}}
          onFinish={(chosen) => !fetch.isPending && fetch.mutate(chosen)}
        >
          <p>{t.intro}</p>
          <p className="weft-mono">{router_name}</p>
          <Form.Item name="network_number" label={t.network} rules={[{ required: true, message: t.choose }]}>
            <Select
              placeholder={t.choose}
              getPopupContainer={popupContainer}
              options={networks.map(({ network_number, network_name }) => ({ value: network_number, label: network_name }))}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
