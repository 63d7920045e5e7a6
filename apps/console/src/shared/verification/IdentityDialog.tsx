import { useText } from '@weft/ui'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import '@weft/ui/dialog/dialog.css'
import { useAccount } from '../account/use-account.ts'
import { IdentityForm } from './IdentityForm.tsx'
import * as text from './identity.text.ts'
import { PasswordProof } from './PasswordProof.tsx'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

/** Returns the focus, after a dialog closes, to the element that had it before. */
function useFocusBack() {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement && opener.isConnected)
        opener.focus({ preventScroll: true })
    },
    [opener],
  )
}

/** Selects the chosen channel where there is a choice, else the first field. */
const FIRST_FIELD = 'input:checked, input:not([type="radio"])'

/** Asks for 「身份验证」 above the form that needs it: by a code to a bound phone or e-mail, or by the password if none is bound. */
export function IdentityDialog({ onAnswer }: { onAnswer: (proved: boolean) => void }) {
  const t = useText(text)
  const account = useAccount()
  const bound = account.user_phone !== null || account.user_email !== null
  const body = useRef<HTMLDivElement>(null)
  useFocusBack()
  const [proved, cancel] = [() => onAnswer(true), () => onAnswer(false)]
  return (
    <Modal
      open
      width={480}
      title={t.title}
      footer={null}
      onCancel={cancel}
      mask={{ closable: false }}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => body.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus())}
    >
      <div ref={body}>
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
      </div>
    </Modal>
  )
}
