import type { opsContract } from '@weft/contract'
import { beforehandOfOperator, type Handlers, type OperatorCall } from '../http/implement.ts'
import type { LookedAt } from './look.service.ts'
import { newFirstPassword, type OperatorChangeService } from './operator-change.service.ts'
import type { OperatorService } from './operator.service.ts'

type Contract = typeof opsContract

/** Wraps calls that an operator may make only in a session that has recently proved its identity. */
const provedBy =
  ({ requireProof }: OperatorChangeService) =>
  <I, T>(handler: (call: OperatorCall<I>) => Promise<T>) =>
    beforehandOfOperator(async ({ operator }: Pick<OperatorCall<I>, 'operator'>) => requireProof(operator), handler)

export const opsSessionRoutes = (operators: OperatorService, changes: OperatorChangeService): Handlers<Contract['session']> => ({
  login: ({ input, caller }) => operators.login(input, caller),
  logout: ({ db, operator }) => operators.logout(db, operator),
  info: ({ db, operator }) => operators.info(db, operator),
  totp_setup: provedBy(changes)(({ db, operator }) => operators.setUpTotp(db, operator)),
  // A try is counted before the transaction, so that the count stays when that is rolled back.
  totp_enable: beforehandOfOperator(operators.checkFirstCode, ({ db, operator, made }) => operators.enableTotp(db, operator, made)),
  totp_disable: beforehandOfOperator(operators.checkLastCode, ({ db, operator, made }) => operators.disableTotp(db, operator, made)),
})

export const opsOwnSignInRoutes = (operators: OperatorService, changes: OperatorChangeService): Handlers<Contract['ownSignIn']> => ({
  prove: beforehandOfOperator(operators.checkProof, ({ db, operator, made }) => operators.prove(db, operator, made)),
  password: beforehandOfOperator(operators.checkPassword, ({ db, operator, made }) => operators.changePassword(db, operator, made)),
  sessions: ({ db, operator, caller }) => changes.ownSessions(db, operator, caller),
  end_session: ({ db, operator, input }) => changes.endOwn(db, operator, input.id),
})

export function opsOperatorRoutes(changes: OperatorChangeService, lookedAt: LookedAt): Handlers<Contract['operators']> {
  const proved = provedBy(changes)
  /** Does the same for calls that set a first password, whose digest takes too long for a transaction. */
  const withPassword = <I, T>(handler: (call: OperatorCall<I> & { made: Awaited<ReturnType<typeof newFirstPassword>> }) => Promise<T>) =>
    beforehandOfOperator(async ({ operator }: Pick<OperatorCall<I>, 'operator'>) => {
      changes.requireProof(operator)
      return newFirstPassword()
    }, handler)
  return {
    list: lookedAt('operators', ({ db, input }) => changes.list(db, input)),
    info: lookedAt('operator', ({ db, input }) => changes.info(db, Number(input.id))),
    sessions: lookedAt('operator_sessions', ({ db, operator, input, caller }) => changes.sessions(db, operator, Number(input.id), caller)),
    create: withPassword(({ db, operator, input, made }) => changes.create(db, operator, input, made)),
    role: proved(({ db, operator, input }) => changes.role(db, operator, Number(input.id), input.role)),
    disable: proved(({ db, operator, input }) => changes.disable(db, operator, Number(input.id))),
    enable: proved(({ db, operator, input }) => changes.enable(db, operator, Number(input.id))),
    unlock: proved(({ db, operator, input }) => changes.unlock(db, operator, Number(input.id))),
    password: withPassword(({ db, operator, input, made }) => changes.password(db, operator, Number(input.id), made)),
    reset_totp: proved(({ db, operator, input }) => changes.resetTotp(db, operator, Number(input.id))),
    end_sessions: proved(({ db, operator, input }) => changes.endSessions(db, operator, Number(input.id), input.session_id)),
  }
}
