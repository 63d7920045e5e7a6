import { ArrowLeftOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { Link } from 'react-router'
import './directory.css'
import { DIRECTORY } from './directory-paths.ts'
import { DirectoryForm } from './DirectoryForm.tsx'
import * as text from './form.text.ts'

/** Reads the configuration again each time, so that the form shows what was saved last. */
export function LdapEditPage() {
  const t = useText(text)
  const config = useQuery({ ...asking(contract.directory.config, {}), refetchOnMount: 'always', refetchOnWindowFocus: false, gcTime: 0 })
  return (
    <>
      <PageHeader
        title={t.title}
        meta={
          <Link to={DIRECTORY}>
            <ArrowLeftOutlined aria-hidden /> {t.back}
          </Link>
        }
      />
      {config.isError ? (
        <ErrorState error={config.error} onRetry={() => void config.refetch()} />
      ) : config.data && config.isFetchedAfterMount ? (
        <DirectoryForm saved={config.data.data} />
      ) : (
        <Skeleton paragraph={{ rows: 10 }} />
      )}
    </>
  )
}
