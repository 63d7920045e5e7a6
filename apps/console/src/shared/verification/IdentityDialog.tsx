import { useText } from '@weft/ui'
import { Button, Modal } from 'antd'
import '@weft/ui/dialog/dialog.css'
import { useAccount } from '../account/use-account.ts'
import { IdentityForm } from './IdentityForm.tsx'
import * as text from './identity.text.ts'
import { PasswordProof } from './PasswordProof.tsx'

/** 「身份验证」, above the form that needs it: by a code to what is bound, or by the password where nothing is. */
export function IdentityDialog({ onAnswer }: { onAnswer: (proved: boolean) => void }) {
  const t = useText(text)
  const account = useAccount()
  const bound = account.user_phone !== null || account.user_email !== null
  const [proved, cancel] = [() => onAnswer(true), () => onAnswer(false)]
  return (
    <Modal open width={480} title={t.title} footer={null} onCancel={cancel} mask={{ closable: false }}>
      <p className="identity-why">{bound ? t.why : t.whyPassword}</p>
      {bound ? (
        <IdentityForm account={account} onProved={proved}>
          {(pending) => (
            <div className="weft-dialog-buttons">
              <Button onClick={cancel}>{t.cancel}</Button>
              <Button type="primary" htmlType="submit" loading={pending}>
                {t.verify}
              </Button>
            </div>
          )}
        </IdentityForm>
      ) : (
        <PasswordProof onProved={proved} onCancel={cancel} />
      )}
    </Modal>
  )
}
