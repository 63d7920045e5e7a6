import type { ClientSystem, ClientVersions } from '@weft/contract'
import { useText } from '@weft/ui'
import { QRCode, Tag } from 'antd'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { Command } from './Command.tsx'
import * as text from './download.text.ts'
import { LinuxFacts } from './LinuxFacts.tsx'
import { PackageFacts } from './PackageFacts.tsx'

interface Props {
  system: ClientSystem
  versions: ClientVersions
  /** The address of this page for a phone to open; only where the phone is another device. */
  scan: string | undefined
  /** Where the profile of a member comes from, for the standard client. */
  profile: ReactNode
  /** The login of the member whose profile it is, and the name of its file, once they are known. */
  member: { router_name: string; file_name: string } | undefined
}

/** Shows how to join with a system: by the client of our own if there is one, else by the standard client, each step by step. */
export function ClientSteps({ system, versions, scan, profile, member }: Props) {
  const t = useText(text)
  const own = isOut(versions, system)
  const standard = <StandardSteps system={system} soon={!own && system === 'linux'} profile={profile} member={member} />
  if (!own) return standard
  return (
    <>
      <ol className="download-steps">
        <Step title={t.installOwn}>
          <div className="download-own">
            <div className="download-main">
              <Facts system={system} versions={versions} />
            </div>
            {scan !== undefined && (
              <figure className="download-scan">
                <div role="img" aria-label={t.qrOf(t.names[system])}>
                  <span aria-hidden="true">
                    <QRCode value={scan} size={104} type="svg" bordered={false} color="#000000" bgColor="#ffffff" />
                  </span>
                </div>
                <figcaption>{t.scan}</figcaption>
              </figure>
            )}
          </div>
        </Step>
        <Step title={t.signIn}>
          <p>{t.signInHint}</p>
        </Step>
        <Connected />
      </ol>
      <details className="download-otherwise">
        <summary>{t.useStandard}</summary>
        {standard}
      </details>
    </>
  )
}

function StandardSteps({ system, soon, profile, member }: Pick<Props, 'system' | 'profile' | 'member'> & { soon: boolean }) {
  const t = useText(text)
  const onLinux = system === 'linux'
  const file = member?.file_name ?? t.anyFile
  return (
    <ol className="download-steps">
      <Step
        title={
          <>
            {t.install(onLinux ? 'OpenVPN 2.5' : 'OpenVPN Connect')}
            {/* Specification 1 §1 names this label for Linux. The other systems simply have their standard client. */}
            {soon && <Tag>{t.soon}</Tag>}
          </>
        }
      >
        <p>{t.standardClients[system]}</p>
        {onLinux && ['sudo apt install openvpn', 'sudo dnf install openvpn'].map((line) => <Command key={line} line={line} />)}
      </Step>
      <Step title={t.getProfile}>
        {profile}
        {onLinux ? <Command line={`chmod 600 ${file}`} /> : <p>{t.import[system]}</p>}
      </Step>
      <Step title={onLinux ? t.connect : t.typePassword}>
        <p>
          {t.whichName} {member ? <code className="weft-mono">{member.router_name}</code> : t.anyName}
          {t.whichPassword}
        </p>
        {onLinux && <Command line={`sudo openvpn --config ${file}`} />}
      </Step>
      <Connected linux={onLinux} />
    </ol>
  )
}

function Connected({ linux = false }: { linux?: boolean }) {
  const t = useText(text)
  return (
    <Step title={linux ? t.connectedOnLinux : t.connected}>
      <p>{t.connectedHint}</p>
      <p>
        <Link to="/handbook" target="_blank">
          {t.stuck}
          <span className="weft-hidden">{t.newWindow}</span>
        </Link>
      </p>
    </Step>
  )
}

function Step({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li>
      <h2>{title}</h2>
      {children}
    </li>
  )
}

/** Returns whether there is a client of our own for a system. */
const isOut = (versions: ClientVersions, system: ClientSystem): boolean =>
  system === 'linux' ? versions.linux.graph.length + versions.linux.cli.length > 0 : versions[system] !== null

function Facts({ system, versions }: { system: ClientSystem; versions: ClientVersions }) {
  const t = useText(text)
  if (system === 'linux') return <LinuxFacts linux={versions.linux} />
  const version = versions[system]
  return version && <PackageFacts name={t.names[system]} version={version} />
}
