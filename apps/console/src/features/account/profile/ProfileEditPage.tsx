import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, Skeleton, useText } from '@weft/ui'
import { Modal } from 'antd'
import { useNavigate } from 'react-router'
import { AccountHomePage } from '../home/AccountHomePage.tsx'
import './profile.css'
import * as text from './profile.text.ts'
import { ProfileForm } from './ProfileForm.tsx'

/** Opens the profile over the account's page. Reads it again each time: saving an older copy would be refused as stale. */
export function ProfileEditPage() {
  const t = useText(text)
  const navigate = useNavigate()
  const stored = useQuery({ ...asking(contract.account.data, {}), refetchOnMount: 'always', refetchOnWindowFocus: false })
  return (
    <>
      <AccountHomePage />
      <Modal open width={520} title={t.title} footer={null} onCancel={() => void navigate('/account', { replace: true })}>
        {stored.isError ? (
          <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
        ) : stored.data && stored.isFetchedAfterMount ? (
          <ProfileForm stored={stored.data} />
        ) : (
          <Skeleton paragraph={{ rows: 8 }} />
        )}
      </Modal>
    </>
  )
}
