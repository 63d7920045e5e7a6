import { contract } from '@weft/contract'
import { ApiRefusal, PageHeader, useText } from '@weft/ui'
import { download, saveFile } from '@weft/ui/api/download.ts'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { SystemResult } from '@weft/ui/frame/SystemResult.tsx'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { detectedSystem } from './detected-system.ts'
import * as downloadText from './download.text.ts'
import * as text from './profile-link-page.text.ts'

/** Programs for chats, which open pages but save no files. */
const CHATS = /MicroMessenger|DingTalk|Lark|Feishu/i

/** The codes of refusals that another press would not change. */
const FINAL = new Set([403, 422])

interface Outcome {
  kind: 'success' | 'failure'
  msg: string
}

/**
 * Gives the profile for the token behind the `#` of its address, once. It waits for a press: programs for chats and mail open links by
 * themselves, and would use this one up.
 */
export function ProfileLinkPage() {
  const t = useText(text)
  const d = useText(downloadText)
  const token = useLocation().hash.slice(1)
  const system = detectedSystem(navigator)
  const [outcome, setOutcome] = useState<Outcome>()
  const [problem, setProblem] = useState<string>()
  const [fetch, loading] = useSubmit(async () => {
    try {
      const { blob, file_name } = await download(contract.memberFiles.profile_link_use, { token }, { quiet: true })
      saveFile(blob, file_name)
      setOutcome({ kind: 'success', msg: d.import[system ?? 'linux'] })
    } catch (error) {
      if (error instanceof ApiRefusal && FINAL.has(error.code)) setOutcome({ kind: 'failure', msg: error.msg })
      else setProblem(error instanceof ApiRefusal ? error.msg : t.timedOut)
    }
  })
  const shown: Outcome | undefined = token === '' ? { kind: 'failure', msg: t.noToken } : outcome
  if (shown)
    return (
      <SystemResult kind={shown.kind} title={shown.kind === 'success' ? t.done : t.failed} hint={shown.msg} to="/download" action={t.steps}>
        {shown.kind === 'success' && <p>{d.secret}</p>}
      </SystemResult>
    )
  return (
    <div className="system-result">
      <PageHeader title={t.title} />
      <p>{t.ask}</p>
      {CHATS.test(navigator.userAgent) && <Alert type="warning" showIcon className="download-chat" title={t.inChat} />}
      {problem !== undefined && <Alert type="error" showIcon className="download-chat" title={problem} />}
      <Button type="primary" autoFocus loading={loading} onClick={() => void fetch(undefined)}>
        {d.downloadProfile}
      </Button>
    </div>
  )
}
