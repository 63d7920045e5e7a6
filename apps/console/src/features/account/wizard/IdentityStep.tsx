import type { AccountInfo } from '@weft/contract'
import { useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import { IdentityForm } from '../../../shared/verification/IdentityForm.tsx'
import * as text from './wizard.text.ts'

interface Props {
  account: AccountInfo
  /** The reason why the proof is asked for again. */
  refusal: string | undefined
  onProved: () => void
  onBack: () => void
}

/** Shows the first step of a wizard: the user proves their identity by a code to the bound phone or e-mail. */
export function IdentityStep({ account, refusal, onProved, onBack }: Props) {
  const t = useText(text)
  return (
    <>
      {refusal && <Alert type="warning" showIcon role="alert" title={refusal} className="wizard-alert" />}
      <IdentityForm account={account} onProved={onProved}>
        {(pending) => (
          <div className="wizard-buttons">
            <Button type="primary" htmlType="submit" loading={pending}>
              {t.next}
            </Button>
            <Button disabled={false} onClick={onBack}>
              {t.home}
            </Button>
          </div>
        )}
      </IdentityForm>
    </>
  )
}
