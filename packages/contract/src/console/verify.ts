import { z } from 'zod'
import { says } from '../done.ts'
import { ImageCode, Password, SignInName, Username } from '../fields/schemas.ts'
import { NewNickname } from '../profile.ts'
import { Channel, deliveryStates, Sent, Target, targetProblem, VerificationCode, VerifyType } from '../verification.ts'
import { Proof } from '../work.ts'
import { samePassword } from './account.ts'
import { get, post } from './api.ts'

const Uniqid = z.string().min(1).max(64)

/** Adds an issue unless the target fits its channel. Not called for an empty target that means a bound contact. */
function fits(input: { channel: Channel; target: string; field: string }, context: z.RefinementCtx): void {
  const problem = targetProblem(input.channel, input.target)
  if (problem) context.addIssue({ code: 'custom', message: problem, path: [input.field] })
}

const RegisterCode = z
  .strictObject({
    send_type: Channel,
    send_value: Target,
    img_code: ImageCode.optional(),
    uniqid: Uniqid.optional(),
    proof: Proof.optional(),
  })
  .superRefine(({ send_type, send_value }, context) => fits({ channel: send_type, target: send_value, field: 'send_value' }, context))

export const Registration = z
  .strictObject({
    nickname: NewNickname,
    username: Username,
    password: Password,
    newPassword: Password,
    code: VerificationCode,
    type: Channel,
    verify: Target,
  })
  .superRefine(({ type, verify }, context) => fits({ channel: type, target: verify, field: 'verify' }, context))
  .refine(samePassword('password', 'newPassword'), { error: 'passwordsDiffer', path: ['newPassword'] })

/** Returns whether the code fits its channel: a code sent by e-mail proves an e-mail, one sent by text message a phone. */
const provesItsChannel = ({ send_type, verify_type }: { send_type: Channel; verify_type: VerifyType }): boolean =>
  (send_type === 'email') === (verify_type === 'verify_email')
const OTHER_CHANNEL = { error: 'format', path: ['verify_type'] }

const SendCode = z
  .strictObject({ send_type: Channel, send_value: Target.default(''), verify_type: VerifyType })
  .refine(provesItsChannel, OTHER_CHANNEL)
  .superRefine(({ send_type, send_value }, context) => {
    if (send_value !== '') fits({ channel: send_type, target: send_value, field: 'send_value' }, context)
  })

export const verify = {
  code: get('verify/code', {
    access: 'public',
    summary: '图形验证码',
    rate: 'captcha',
    /** `work`: hashes that the proof for this picture costs; 0 if it needs none. */
    output: z.object({ content: z.string(), uniqid: z.string(), work: z.number().int() }),
  }),
  register: post('verify/register', {
    access: 'public',
    summary: '发送注册验证码',
    done: says.codeSent,
    rate: 'sign_in',
    input: RegisterCode,
    output: Sent,
  }),
  find_password: post('verify/find_password', {
    access: 'public',
    summary: '找回密码：输入账号',
    rate: 'sign_in',
    input: z
      .strictObject({ username: SignInName, img_code: ImageCode.optional(), uniqid: Uniqid, proof: Proof.optional() })
      .refine(({ img_code, proof }) => img_code !== undefined || proof !== undefined, { error: 'required', path: ['img_code'] }),
    /** Masked, or '' if there is none. */
    output: z.object({ phone: z.string(), email: z.string() }),
  }),
  find_password_code: post('verify/find_password_code', {
    access: 'public',
    summary: '找回密码：发送验证码',
    done: says.codeSentIfAny,
    rate: 'sign_in',
    input: z.strictObject({ uniqid: Uniqid, send_type: Channel }),
    output: Sent,
  }),
  authentication: post('verify/authentication', {
    access: 'public',
    summary: '找回密码：验证身份',
    done: says.proved,
    rate: 'sign_in',
    input: z.strictObject({ code: VerificationCode, uniqid: Uniqid, send_type: Channel }),
  }),
  reset_password: post('verify/reset_password', {
    access: 'public',
    summary: '找回密码：设置新密码',
    done: says.passwordReset,
    rate: 'sign_in',
    input: z
      .strictObject({ password: Password, reset_password: Password, uniqid: Uniqid })
      .refine(samePassword('password', 'reset_password'), { error: 'passwordsDiffer', path: ['reset_password'] }),
    audit: 'account',
  }),
  delivery: get('verify/delivery', {
    access: 'public',
    summary: '验证码的送达情况',
    input: z.strictObject({ receipt: Uniqid }),
    /** `reason` is a sentence if the delivery failed. */
    output: z.object({ state: z.enum(deliveryStates), reason: z.string().nullable() }),
  }),
  send_code: post('verify/send_code', { access: 'any', summary: '发送验证码', done: says.codeSent, input: SendCode, output: Sent }),
  verify: post('verify/verify', {
    access: 'any',
    summary: '验证身份',
    done: says.proved,
    input: z.strictObject({ send_type: Channel, verify_type: VerifyType, code: VerificationCode }).refine(provesItsChannel, OTHER_CHANNEL),
    audit: 'session',
    credentials: true,
  }),
  password: post('verify/password', {
    access: 'any',
    summary: '验证身份：未绑定手机和邮箱时使用登录密码',
    done: says.proved,
    rate: 'sign_in',
    input: z.strictObject({ password: Password }),
    audit: 'session',
    credentials: true,
  }),
}

/** Opens an account, without a session. */
export const registration = {
  register: post('account/register', {
    access: 'public',
    summary: '注册',
    done: says.registered,
    rate: 'sign_in',
    input: Registration,
    audit: 'account',
  }),
}
