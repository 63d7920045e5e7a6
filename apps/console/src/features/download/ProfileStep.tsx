import { useQuery } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { asking, ErrorState, Skeleton, useText } from '@weft/ui'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { loginAddress } from '@weft/ui/session/leave.ts'
import { Button, Select } from 'antd'
import { useLocation } from 'react-router'
import { permits } from '../../shared/account/use-account.ts'
import { useProfileDownload } from '../../shared/profile/use-profile-download.ts'
import { session } from '../../shared/session/session.ts'
import * as text from './download.text.ts'
import { SoftwareMemberSelect } from './SoftwareMemberSelect.tsx'

interface Props {
  member: MemberSummary | undefined
  network_number: string | undefined
  onChoose: (chosen: { member: MemberSummary; network_number: string | undefined }) => void
}

/** Shows where to get the profile of a member: who may edit members chooses one, and the others read whom to ask. */
export function ProfileStep(props: Props) {
  const t = useText(text)
  const { pathname, search } = useLocation()
  const signedIn = session.get() !== undefined
  const account = useQuery({ ...asking(contract.account.info, {}, { quiet: true }), staleTime: 60_000, enabled: signedIn })
  if (!signedIn)
    return (
      <>
        <p>{t.askForProfile}</p>
        <LinkButton to={loginAddress(pathname + search)}>{t.signInForProfile}</LinkButton>
      </>
    )
  if (account.isPending) return <Skeleton title={false} paragraph={{ rows: 2 }} />
  if (account.isError) return <ErrorState compact onRetry={() => void account.refetch()} />
  return permits(account.data, 'member.edit') ? <ChooseProfile {...props} /> : <p>{t.askColleague}</p>
}

function ChooseProfile({ member, network_number, onChoose }: Props) {
  const t = useText(text)
  const fetch = useProfileDownload()
  return (
    <>
      <div className="download-choice">
        <SoftwareMemberSelect
          value={member?.router_name}
          onChoose={(chosen) => {
            const [first, ...others] = chosen.networks
            onChoose({ member: chosen, network_number: others.length === 0 ? first?.network_number : undefined })
          }}
        />
        {member && member.networks.length > 1 && (
          <Select
            className="download-network"
            aria-label={t.network}
            placeholder={t.network}
            getPopupContainer={popupContainer}
            value={network_number ?? null}
            options={member.networks.map((network) => ({ value: network.network_number, label: network.network_name }))}
            onChange={(number: string | null) => onChoose({ member, network_number: number ?? undefined })}
          />
        )}
      </div>
      {member?.networks.length === 0 && <p role="status">{t.noNetwork}</p>}
      {member && network_number !== undefined && (
        <div className="download-choice">
          <Button
            type="primary"
            loading={fetch.isPending}
            onClick={() => fetch.mutate({ router_name: member.router_name, network_number })}
          >
            {t.downloadProfile}
          </Button>
          <span className="download-note">{t.secret}</span>
        </div>
      )}
    </>
  )
}
