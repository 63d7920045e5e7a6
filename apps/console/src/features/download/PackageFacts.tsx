import { DownloadOutlined, ExportOutlined } from '@ant-design/icons'
import type { ClientPackage, StoreClient } from '@weft/contract'
import { absoluteTime, CopyText, fileSize, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './download.text.ts'

type Version = ClientPackage | StoreClient

const dateOf = (release_time: number) => absoluteTime(release_time).slice(0, 10)

interface Props {
  /** The name of the download: the system and its kind. */
  name: string
  version: Version & { history: Version[] }
}

/** Shows one version, with its size, date, checksum and link, and the versions before it. */
export function PackageFacts({ name, version }: Props) {
  const t = useText(text)
  const inStore = 'store_url' in version
  return (
    <>
      <dl className="download-facts">
        <div>
          <dt>{t.version}</dt>
          <dd>{version.version}</dd>
        </div>
        {!inStore && (
          <div>
            <dt>{t.size}</dt>
            <dd>{fileSize(version.size)}</dd>
          </div>
        )}
        <div>
          <dt>{t.released}</dt>
          <dd>
            <time dateTime={dateOf(version.release_time)}>{dateOf(version.release_time)}</time>
          </dd>
        </div>
      </dl>
      {inStore ? (
        <Button
          className="download-get"
          type="primary"
          icon={<ExportOutlined aria-hidden />}
          href={version.store_url}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t.toStoreOf(name) + t.newWindow}
        >
          {t.toStore}
        </Button>
      ) : (
        <Button
          className="download-get"
          type="primary"
          icon={<DownloadOutlined aria-hidden />}
          href={version.url}
          download
          aria-label={t.downloadOf(`${name} ${version.version}`)}
        >
          {t.download}
        </Button>
      )}
      {!inStore && (
        <div className="download-sum">
          <span>SHA-256</span>
          <CopyText value={version.sha256} />
        </div>
      )}
      {version.history.length > 0 && <Earlier name={name} versions={version.history} />}
    </>
  )
}

function Earlier({ name, versions }: { name: string; versions: Version[] }) {
  const t = useText(text)
  return (
    <details className="download-earlier">
      <summary>{t.history(versions.length)}</summary>
      <ul>
        {versions.map((one) => (
          <li key={one.id}>
            <span>{one.version}</span>
            <span>{dateOf(one.release_time)}</span>
            {'url' in one && (
              <>
                <span>{fileSize(one.size)}</span>
                <a href={one.url} download aria-label={t.downloadOf(`${name} ${one.version}`)}>
                  {t.download}
                </a>
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
