import { tellFirstProblem, useText } from '@weft/ui'
import { Button, Form } from 'antd'
import { useEffect } from 'react'
import { useAccount } from '../../../shared/account/use-account.ts'
import { ContactFields, type ContactKind, type ContactTyped } from '../contact/ContactFields.tsx'
import { useBindContact } from '../contact/use-bind-contact.ts'
import { IdentityStep } from './IdentityStep.tsx'
import { useWizard } from './use-wizard.ts'
import { WizardDone, WizardFrame } from './WizardFrame.tsx'
import * as text from './wizard.text.ts'

/** Milliseconds that the success is shown before the page reloads, as the account's page: the wizard is over (specification 1 §2). */
const RELOAD_MS = 1500

/** Replaces the bound phone or e-mail, or binds the first one. */
export function ContactWizard({ kind }: { kind: ContactKind }) {
  const { channel } = kind
  const t = useText(text)
  const account = useAccount()
  const bound = (channel === 'phone' ? account.user_phone : account.user_email) !== null
  const { state, onTyped, proved, done, back, unproved } = useWizard(bound)
  const { step, needsProof, refusal } = state
  const [form] = Form.useForm<ContactTyped>()
  const bind = useBindContact({ channel, form, onBound: done, onUnproved: unproved })
  useEffect(() => {
    if (step !== 2) return
    const timer = setTimeout(() => location.replace('/account'), RELOAD_MS)
    return () => clearTimeout(timer)
  }, [step])
  return (
    <WizardFrame
      title={needsProof ? t.contactTitle[channel] : t.bindTitle[channel]}
      change={needsProof ? t.enterNew[channel] : t.enterFirst[channel]}
      step={step}
      onTyped={onTyped}
    >
      {step === 0 && <IdentityStep account={account} refusal={refusal} onProved={proved} onBack={back} />}
      {step === 1 && (
        <Form<ContactTyped>
          form={form}
          layout="vertical"
          onFinish={(typed) => !bind.isPending && bind.mutate(typed)}
          onFinishFailed={tellFirstProblem}
        >
          <ContactFields kind={kind} form={form} replaces={needsProof} />
          <div className="wizard-buttons">
            <Button type="primary" htmlType="submit" loading={bind.isPending}>
              {t.submit}
            </Button>
            <Button onClick={back}>{needsProof ? t.previous : t.home}</Button>
          </div>
        </Form>
      )}
      {step === 2 && <WizardDone title={needsProof ? t.contactDone[channel] : t.boundDone[channel]} hint={t.leaving} />}
    </WizardFrame>
  )
}
