import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { copyText, saveFile, useText, useUnsavedGuard } from '@weft/ui'
import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useAccount } from '../../../shared/account/use-account.ts'
import { Term } from '../../../shared/help/Term.tsx'
import { useSite } from '@weft/ui/site/use-site.ts'
import * as text from './totp.text.ts'

/** Shows once the codes that replace the authenticator. */
export function RecoveryCodes({ codes, onFinish }: { codes: string[]; onFinish: () => void }) {
  const t = useText(text)
  const { product } = useSite()
  const { username } = useAccount()
  const [kept, setKept] = useState(false)
  useUnsavedGuard(!kept)
  const download = () => {
    const content = [t.fileHead(product, username), '', ...codes, ''].join('\n')
    saveFile(new Blob([content], { type: 'text/plain;charset=utf-8' }), t.fileName(product, username))
  }
  return (
    <>
      <Alert type="success" showIcon title={t.codesText} role="status" />
      <h3 className="totp-codes-title">
        {t.codes}
        <Term of="recovery_code" />
      </h3>
      <ul className="totp-codes" aria-label={t.codes}>
        {codes.map((code) => (
          <li key={code} className="weft-mono">
            {code}
          </li>
        ))}
      </ul>
      <div className="totp-keep">
        <Button autoFocus icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(codes.join('\n'))}>
          {t.copyAll}
        </Button>
        <Button icon={<DownloadOutlined aria-hidden />} onClick={download}>
          {t.download}
        </Button>
      </div>
      <Checkbox checked={kept} onChange={({ target }) => setKept(target.checked)}>
        {t.kept}
      </Checkbox>
      <div className="weft-dialog-buttons">
        <Button type="primary" disabled={!kept} onClick={onFinish}>
          {t.finish}
        </Button>
      </div>
    </>
  )
}
