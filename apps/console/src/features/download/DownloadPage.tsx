import { useQuery } from '@tanstack/react-query'
import { type ClientSystem, clientSystems, type ClientVersions, contract, type MemberSummary } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { nameOf } from '../../shared/member/name-of.ts'
import { ProfileLinkBox } from '../../shared/profile/ProfileLinkBox.tsx'
import { ClientSteps } from './ClientSteps.tsx'
import { detectedSystem } from './detected-system.ts'
import * as text from './download.text.ts'
import { ProfileStep } from './ProfileStep.tsx'
import { SystemIcon } from '../../shared/client/SystemIcon.tsx'
import './download.css'

const PATH = '/download'
const onPhones = new Set<ClientSystem>(['android', 'ios'])

/** Shows how to install a client and join, for the system in use or for the one that a link asks for. */
export function DownloadPage() {
  const t = useText(text)
  const versions = useQuery({ ...asking(contract.clients.versions, {}, { quiet: true }), staleTime: 60_000 })
  const here = detectedSystem(navigator)
  return (
    <div className="download">
      <PageHeader
        title={t.title}
        meta={
          <>
            {here && <span>{t.here(t.names[here])}</span>} <span>{t.routers}</span>
          </>
        }
      />
      {versions.data ? (
        <Steps versions={versions.data} here={here} />
      ) : versions.isPending ? (
        <Skeleton paragraph={{ rows: 8 }} />
      ) : (
        <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
      )}
    </div>
  )
}

/** Returns the systems in their order; the one in use is the first on a phone, where the others would be out of sight. */
const ordered = (here: ClientSystem | undefined): readonly ClientSystem[] =>
  here !== undefined && onPhones.has(here) ? clientSystems.toSorted((a, b) => Number(b === here) - Number(a === here)) : clientSystems

/** The profile that was chosen. */
interface Chosen {
  member: MemberSummary
  network_number: string | undefined
}

function Steps({ versions, here }: { versions: ClientVersions; here: ClientSystem | undefined }) {
  const t = useText(text)
  const [params, change] = useViewParams()
  const [chosen, setChosen] = useState<Chosen>()
  const systems = ordered(here)
  const system = systems.find((one) => one === params.get('system')) ?? here ?? systems[0]!
  const onPhone = here !== undefined && onPhones.has(here)
  const { member, network_number } = chosen ?? {}
  return (
    <div className="download-grid">
      <section className="download-card" aria-label={t.names[system]}>
        <div className="weft-chips download-systems" role="group" aria-label={t.system}>
          {systems.map((one) => (
            <Button
              key={one}
              type="text"
              icon={<SystemIcon system={one} />}
              className={one === system ? 'weft-chip weft-chip-on' : 'weft-chip'}
              aria-pressed={one === system}
              onClick={() => change((now) => now.set('system', one))}
            >
              {t.names[one]}
            </Button>
          ))}
        </div>
        <ClientSteps
          key={system}
          system={system}
          versions={versions}
          // There the checksum is seen before anything is installed.
          scan={!onPhone && onPhones.has(system) ? `${location.origin}${PATH}?system=${system}` : undefined}
          profile={<ProfileStep member={member} network_number={network_number} onChoose={setChosen} />}
          member={
            member && network_number !== undefined
              ? { router_name: member.router_name, file_name: `${member.router_name.split('@')[0]}-${network_number}.ovpn` }
              : undefined
          }
        />
      </section>
      {member && network_number !== undefined && (
        <aside className="download-card download-link" aria-label={t.sendProfile}>
          <h2>{t.sendProfile}</h2>
          <ProfileLinkBox
            key={`${member.router_name} ${network_number}`}
            router_name={member.router_name}
            network_number={network_number}
            name={nameOf(member)}
          />
        </aside>
      )}
    </div>
  )
}
