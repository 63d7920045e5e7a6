import { z } from 'zod'
import { samePassword } from '../console/account.ts'
import { says } from '../done.ts'
import { endpointsOf, PageQuery } from '../endpoint.ts'
import { allUnlessNamed, Flag, RowId, UnixTime, UUID } from '../fields/schemas.ts'
import { readCode } from '../reading.ts'
import { OperatorName, OperatorPassword, operatorRoles } from './operator.ts'

const { get, post, list } = endpointsOf('ops')

/** Seconds for which an operator who proved their identity may manage operators in the same session. */
export const OPERATOR_PROOF_SECONDS = 300
/** The most live sessions of an operator: another sign-in ends the one that has been unused the longest. */
export const OPERATOR_SESSIONS = 20

const SessionId = z.string().regex(UUID, 'format.id')

export const OperatorSession = z.object({
  id: z.string(),
  /** Browser and system, as the browser identifies itself. */
  device: z.string(),
  /** The address from which the operator signed in. */
  address: z.string(),
  create_time: UnixTime,
  last_time: UnixTime,
  /** 1 for the session that makes this call. */
  current: Flag,
})
export type OperatorSession = z.output<typeof OperatorSession>

/** An operator as an administrator sees them. */
export const OperatorRow = z.object({
  id: z.string(),
  username: z.string(),
  role: z.enum(operatorRoles),
  status: Flag,
  totp: Flag,
  /** 1 if the password is a first one, which the next sign-in replaces. */
  first_password: Flag,
  /** The time until which sign-ins are refused, from wherever they come, after too many wrong codes or proofs; null if they are not. */
  locked_until: UnixTime.nullable(),
  create_time: UnixTime,
  last_login_time: UnixTime.nullable(),
  /** The number of live sessions. */
  sessions: z.number().int(),
})
export type OperatorRow = z.output<typeof OperatorRow>

const One = z.strictObject({ id: RowId })
const manages = { access: 'ops.operators', audit: 'account' } as const
/** A password that is shown only once and that the next sign-in replaces. */
const FirstPassword = z.object({ password: z.string() })

/** The calls with which operators manage their own sign-in. */
export const ownSignIn = {
  prove: post('operator/prove', {
    access: 'operator',
    summary: '验证本人身份（五分钟内有效）',
    done: says.proved,
    /** The code if the operator has an authenticator, else the password. */
    input: z.strictObject({
      password: z.string().min(1, 'required').max(128).optional(),
      code: z.string().overwrite(readCode).min(1, 'required').max(6).optional(),
    }),
    audit: 'session',
  }),
  password: post('operator/password', {
    access: 'operator',
    summary: '修改自己的密码',
    done: says.saved,
    input: z
      .strictObject({
        old_password: z.string().min(1, 'required').max(128),
        new_password: OperatorPassword,
        reset_password: OperatorPassword,
      })
      .refine(samePassword('new_password', 'reset_password'), { error: 'passwordsDiffer', path: ['reset_password'] }),
    audit: 'session',
  }),
  sessions: get('operator/sessions', { access: 'operator', summary: '自己的当前登录', output: z.array(OperatorSession) }),
  end_session: post('operator/end_session', {
    access: 'operator',
    summary: '结束自己的一个登录，或其他全部登录',
    input: z.strictObject({ id: allUnlessNamed(SessionId) }),
    audit: 'session',
  }),
}

/** The calls with which administrators manage operators. All except reading need a proof of identity (`operator/prove`). */
export const operators = {
  list: list('operators/lists', {
    access: 'ops.operators',
    summary: '运营人员列表',
    input: PageQuery.extend({ role: z.enum(operatorRoles).optional(), status: z.enum(['0', '1']).optional() }),
    row: OperatorRow,
  }),
  info: get('operators/info', { access: 'ops.operators', summary: '运营人员详情', input: One, output: OperatorRow }),
  sessions: get('operators/sessions', {
    access: 'ops.operators',
    summary: '运营人员的当前登录',
    input: One,
    output: z.array(OperatorSession),
  }),
  create: post('operators/create', {
    ...manages,
    summary: '添加运营人员',
    done: says.saved,
    input: z.strictObject({ username: OperatorName, role: z.enum(operatorRoles) }),
    output: FirstPassword.extend({ id: z.string(), username: z.string() }),
  }),
  role: post('operators/role', {
    ...manages,
    summary: '修改运营人员的角色',
    done: says.saved,
    input: One.extend({ role: z.enum(operatorRoles) }),
  }),
  disable: post('operators/disable', { ...manages, summary: '停用运营人员', input: One }),
  enable: post('operators/enable', { ...manages, summary: '启用运营人员', input: One }),
  unlock: post('operators/unlock', { ...manages, summary: '解除运营人员的登录锁定', input: One }),
  password: post('operators/password', {
    ...manages,
    summary: '重置运营人员的密码',
    done: says.passwordReset,
    input: One,
    output: FirstPassword,
  }),
  reset_totp: post('operators/reset_totp', { ...manages, summary: '关闭运营人员的两步验证', input: One }),
  end_sessions: post('operators/end_sessions', {
    ...manages,
    summary: '结束运营人员的一个或全部登录',
    input: One.extend({ session_id: allUnlessNamed(SessionId) }),
  }),
}
