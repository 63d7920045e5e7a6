import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import './directory.css'
import { DirectoryDetail } from './DirectoryDetail.tsx'
import { DirectoryIntro } from './DirectoryIntro.tsx'
import * as text from './directory.text.ts'
import { Term } from '../../shared/help/Term.tsx'

export function LdapPage() {
  const t = useText(text)
  const config = useQuery(asking(contract.directory.config, {}))
  if (config.data?.data) return <DirectoryDetail directory={config.data.data} notice={config.data.notice} />
  return (
    <>
      <PageHeader title={t.title} term={<Term of="directory" />} />
      {config.data ? (
        <DirectoryIntro />
      ) : config.isError ? (
        <ErrorState error={config.error} onRetry={() => void config.refetch()} />
      ) : (
        <Skeleton paragraph={{ rows: 8 }} />
      )}
    </>
  )
}
