import { CheckCircleFilled, CloseCircleFilled } from '@ant-design/icons'
import { type DirectoryCheck, directoryStepNames } from '@weft/contract'
import { language, useText, defined, listed } from '@weft/ui'
import { Alert } from 'antd'
import * as text from './form.text.ts'

/** Shows every step that a check reached, and why the last one failed. */
export function CheckResult({ check: { ok, steps, sample }, stale }: { check: DirectoryCheck; stale: boolean }) {
  const t = useText(text)
  const spoken = language.use()
  if (stale) return <Alert type="info" showIcon role="status" title={t.changed} />
  return (
    <Alert
      type={ok === 1 ? 'success' : 'error'}
      showIcon
      role={ok === 1 ? 'status' : 'alert'}
      title={ok === 1 ? t.passed : t.failed}
      description={
        <>
          <ul className="directory-check">
            {steps.map(({ step, ok: done, msg }) => (
              <li key={step} className={done === 1 ? 'directory-check-ok' : 'directory-check-bad'}>
                {done === 1 ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}
                <span>{defined(directoryStepNames[step][spoken], msg || t.ok)}</span>
              </li>
            ))}
          </ul>
          {sample.length > 0 && <p className="directory-was">{t.sample(listed(sample.map((user) => user.username)))}</p>}
        </>
      }
    />
  )
}
