import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import * as text from './frame.text.ts'

declare const __WEFT_BUILD__: string

const EVERY_MS = 300_000

async function servedBuild(): Promise<string | undefined> {
  const response = await fetch('/version.json', { cache: 'no-store' })
  const { build } = (await response.json()) as { build?: unknown }
  return typeof build === 'string' ? build : undefined
}

/** Shows a notice when the server has another build of the app than the one on screen. */
export function NewVersion() {
  const t = useText(text)
  const [newer, setNewer] = useState(false)
  const [put, putOff] = useState(false)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible') return
      servedBuild().then(
        (build) => setNewer(build !== undefined && build !== __WEFT_BUILD__),
        () => undefined,
      )
    }
    const timer = setInterval(look, EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return (
    <div role="status">
      {newer && !put && (
        <div className="frame-notice">
          <strong>{t.newVersion}</strong>
          <p>{t.newVersionHint}</p>
          <div className="frame-notice-buttons">
            <Button onClick={() => putOff(true)}>{t.later}</Button>
            <Button type="primary" onClick={() => location.reload()}>
              {t.reloadNow}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
