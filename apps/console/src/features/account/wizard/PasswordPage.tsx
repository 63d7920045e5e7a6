import { useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import { useAccount } from '../../../shared/account/use-account.ts'
import { IdentityStep } from './IdentityStep.tsx'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { useWizard } from './use-wizard.ts'
import { WizardDone, WizardFrame } from './WizardFrame.tsx'
import * as text from './wizard.text.ts'

/** Sets a new password after the user has proved that the account is theirs. */
export function PasswordPage() {
  const t = useText(text)
  const navigate = useNavigate()
  const account = useAccount()
  const { state, onTyped, proved, done, back, unproved } = useWizard(true)
  const { step, round, refusal } = state
  const unbound = account.user_phone === null && account.user_email === null
  const warning = (
    <Alert
      type="warning"
      showIcon
      role="alert"
      className="wizard-alert"
      title={t.unbound}
      description={t.unboundHint}
      action={<Button onClick={() => void navigate('/account#info')}>{t.bind}</Button>}
    />
  )
  return (
    <WizardFrame title={t.passwordTitle} change={t.passwordTitle} step={step} blocked={unbound && warning} onTyped={onTyped}>
      {step === 0 && <IdentityStep account={account} refusal={refusal} onProved={proved} onBack={back} />}
      {step === 1 && <NewPasswordForm key={round} onDone={done} onBack={back} onUnproved={unproved} />}
      {step === 2 && (
        <WizardDone
          title={t.passwordDone}
          hint={t.passwordDoneHint}
          action={
            <Button type="primary" onClick={back}>
              {t.home}
            </Button>
          }
        />
      )}
    </WizardFrame>
  )
}
