import { type contract, type InputOf, parsePhone, type RefusalName, refusalText } from '@weft/contract'
import { asAccount, type Db } from '../../../db/client.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import type { CaptchaService } from '../session/captcha.service.ts'
import type { CodeService, CodeSubject } from '../verification/code.service.ts'
import { requireTarget } from '../verification/recipient.service.ts'
import { createAccount } from './account.service.ts'
import { registered, welcome } from './registration.audit.ts'

export interface RegistrationDependencies {
  db: Db
  codes: CodeService
  captchas: CaptchaService
  settings: { WEFT_PRODUCT: string }
}
export type RegistrationService = ReturnType<typeof createRegistrationService>
type SendCode = InputOf<typeof contract.verify.register>
type Registration = InputOf<typeof contract.registration.register>

const subjectOf = (channel: CodeSubject['channel'], target: string): CodeSubject => ({
  purpose: 'register',
  channel,
  target,
  holder: '',
  account_id: null,
})

/** Creates the service that opens accounts by a phone or an e-mail that a code proves. */
export function createRegistrationService({ db, codes, captchas, settings }: RegistrationDependencies) {
  return {
    /**
     * Sends a code, also to a phone or e-mail that is taken: only a person who reads its codes learns that.
     * @throws imageCodeNeeded once the address was sent a few, invalidInput and what `captchas.take` and `codes.send` throw
     */
    async sendCode({ send_type, send_value, img_code, uniqid, proof }: SendCode, caller: Caller): Promise<{ receipt: string }> {
      await requireTarget(send_type, send_value, 'send_value', caller)
      const pictured = uniqid !== undefined && (img_code !== undefined || proof !== undefined)
      if (pictured) await captchas.take({ uniqid, code: img_code, proof }, send_value, caller.address)
      return codes.send(subjectOf(send_type, send_value), caller, { pictured })
    },

    /**
     * Uses the code up and creates the account with its owner. A taken name or contact is reported only after the code was right; the code
     * then stays valid for another try.
     * @throws codeWrong, codeSpent, codeNotDelivered, nameTaken, phoneTaken, emailTaken, invalidInput
     */
    async register({ nickname, username, password, code, type, verify }: Registration, caller: Caller): Promise<void> {
      await requireTarget(type, verify, 'verify', caller)
      const right = await codes.check(subjectOf(type, verify), code, caller.language)
      const contact = type === 'phone' ? parsePhone(verify) : { email: verify }
      await db.system(async (system) => {
        await codes.use(system, right)
        const { account_id, login_id } = await createAccount(system, { username, nickname, password, ...contact }).catch(
          (error: unknown) => {
            throw atVerify(error, caller)
          },
        )
        const account = asAccount(system, account_id)
        await audit(account, { login_id, username, ram: 0, address: caller.address }, registered(username, type))
        await sendMessage(account, welcome(nickname, settings.WEFT_PRODUCT))
      })
    },
  }
}

/** Returns the error with the field `verify`, which holds the phone or e-mail here. */
function atVerify(error: unknown, { language }: Caller): unknown {
  if (!(error instanceof Refusal) || !isTaken(error.reason)) return error
  return new Refusal(error.reason, undefined, { errors: [{ field: 'verify', msg: refusalText(error.reason, undefined, language) }] })
}

const isTaken = (reason: RefusalName): reason is 'phoneTaken' | 'emailTaken' => reason === 'phoneTaken' || reason === 'emailTaken'
