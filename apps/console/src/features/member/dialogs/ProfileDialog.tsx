import { useQuery } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { asking, EmptyState, ErrorState, Skeleton, useText } from '@weft/ui'
import { Button, Form, Modal, Select } from 'antd'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { ProfileLinkBox } from '../../../shared/profile/ProfileLinkBox.tsx'
import { useProfileDownload } from '../../../shared/profile/use-profile-download.ts'
import * as memberText from '../member.text.ts'
import * as text from './profile.text.ts'

interface Props {
  member: Pick<MemberSummary, 'router_name'>
  onClose: () => void
}

/** Downloads the profile of a standard client for one of the member's networks, or makes a link that gives it once. */
export function ProfileDialog({ member: { router_name }, onClose }: Props) {
  const t = useText(text)
  const m = useText(memberText)
  const [form] = Form.useForm<{ network_number: string }>()
  const info = useQuery(asking(contract.router.info, { router_name }, { missing: 'stay' }))
  const networks = info.data?.network ?? []
  const fetch = useProfileDownload(onClose)
  const chosen = Form.useWatch('network_number', form)
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
          onFinish={(profile) => !fetch.isPending && fetch.mutate({ router_name, ...profile })}
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
          {chosen && <ProfileLinkBox key={chosen} router_name={router_name} network_number={chosen} name={router_name} />}
        </Form>
      )}
    </Modal>
  )
}
