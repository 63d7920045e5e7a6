import { useQuery } from '@tanstack/react-query'
import { type ClientSystem, clientSystems, type ClientVersions, contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { useSearchParams } from 'react-router'
import { detectedSystem } from './detected-system.ts'
import * as text from './download.text.ts'
import { LinuxFacts } from './LinuxFacts.tsx'
import { PackageFacts } from './PackageFacts.tsx'
import { SystemCard } from './SystemCard.tsx'
import './download.css'

const PATH = '/download'
const onPhones = new Set<ClientSystem>(['android', 'ios'])

/** Shows the clients for each system; the one that fits, or that a link asks for, comes first. */
export function DownloadPage() {
  const t = useText(text)
  const [params] = useSearchParams()
  const versions = useQuery({ ...asking(contract.clients.versions, {}, { quiet: true }), staleTime: 60_000 })
  const here = detectedSystem(navigator)
  const first = clientSystems.find((system) => system === params.get('system')) ?? here
  const ordered = clientSystems.toSorted((a, b) => Number(b === first) - Number(a === first))
  const byHand = here === undefined || !onPhones.has(here)
  return (
    <div className="download">
      <PageHeader title={t.title} meta={t.intro} />
      {versions.data ? (
        <div className="download-cards">
          {ordered.map((system) => (
            <SystemCard
              key={system}
              system={system}
              recommended={system === first}
              own={isOut(versions.data, system)}
              scan={byHand && onPhones.has(system) && isOut(versions.data, system) ? addressFor(system) : undefined}
            >
              <Facts system={system} versions={versions.data} primary={system === first} />
            </SystemCard>
          ))}
        </div>
      ) : versions.isPending ? (
        <Skeleton paragraph={{ rows: 8 }} />
      ) : (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
      )}
    </div>
  )
}

const isOut = (versions: ClientVersions, system: ClientSystem): boolean =>
  system === 'linux' ? versions.linux.graph.length + versions.linux.cli.length > 0 : versions[system] !== null

/** Returns the address of this page for a phone, where the checksum is seen before anything is installed. */
const addressFor = (system: ClientSystem): string => `${location.origin}${PATH}?system=${system}`

function Facts({ system, versions, primary }: { system: ClientSystem; versions: ClientVersions; primary: boolean }) {
  const t = useText(text)
  if (system === 'linux') return <LinuxFacts linux={versions.linux} primary={primary} />
  const version = versions[system]
  return version && <PackageFacts name={t.names[system]} version={version} primary={primary} />
}
