import type { ClientSystem } from '@weft/contract'
import { useText } from '@weft/ui'
import { QRCode, Tag } from 'antd'
import { type ReactNode, useId } from 'react'
import { SystemIcon } from '../../shared/client/SystemIcon.tsx'
import * as text from './download.text.ts'
import { StandardClient } from './StandardClient.tsx'

interface Props {
  system: ClientSystem
  recommended: boolean
  /** Whether there is a client of our own. */
  own: boolean
  /** The address for a phone to open. */
  scan?: string | undefined
  children: ReactNode
}

/** Shows the client for one system. */
export function SystemCard({ system, recommended, own, scan, children }: Props) {
  const t = useText(text)
  const id = useId()
  const name = t.names[system]
  return (
    <section className={`download-card${recommended ? ' download-recommended' : ''}`} aria-labelledby={id}>
      <div className="download-head">
        <span className="download-icon">
          <SystemIcon system={system} />
        </span>
        <h2 id={id}>{name}</h2>
        {recommended && <Tag color="blue">{t.recommended}</Tag>}
        {/* Specification 1 §1 names this label for Linux. The other systems simply have their standard client. */}
        {!own && system === 'linux' && <Tag>{t.soon}</Tag>}
      </div>
      <div className="download-body">
        <div className="download-main">{own ? children : <StandardClient system={system} />}</div>
        {scan !== undefined && (
          <figure className="download-scan">
            <div role="img" aria-label={t.qrOf(name)}>
              <span aria-hidden="true">
                <QRCode value={scan} size={104} type="svg" bordered={false} color="#000000" bgColor="#ffffff" />
              </span>
            </div>
            <figcaption>{t.scan}</figcaption>
          </figure>
        )}
      </div>
    </section>
  )
}
