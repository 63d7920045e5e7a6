import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { Link } from 'react-router'
import './profile.css'
import * as text from './profile.text.ts'
import { ProfileForm } from './ProfileForm.tsx'

/** Reads the profile again each time: saving an older copy would be refused as stale. */
export function ProfileEditPage() {
  const t = useText(text)
  const stored = useQuery({ ...asking(contract.account.data, {}), refetchOnMount: 'always', refetchOnWindowFocus: false })
  return (
    <>
      <PageHeader
        title={t.title}
        meta={
          <Link to="/account">
            <ArrowLeftOutlined aria-hidden /> {t.back}
          </Link>
        }
      />
      <div className="account-panel">
        {stored.isError ? (
          <ErrorState error={stored.error} onRetry={() => void stored.refetch()} />
        ) : stored.data && stored.isFetchedAfterMount ? (
          <ProfileForm stored={stored.data} />
        ) : (
          <Skeleton paragraph={{ rows: 8 }} />
        )}
      </div>
    </>
  )
}
