import { opsContract } from '@weft/contract'
import { ApiRefusal, PasswordInput, rule, useText } from '@weft/ui'
import { Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { FormDialog } from '../form/FormDialog.tsx'
import * as text from './operator.text.ts'
import { forgetProof, isProved, proveIdentity } from './proof.ts'
import { useOperator } from './use-operator.ts'

const { shape } = opsContract.ownSignIn.prove.input
/** The code that the server answers if the session needs a proof of identity first. */
const NOT_PROVED = 401

interface Proof {
  password?: string
  code?: string
}
interface Props<T> {
  title: string
  action: string
  danger?: boolean
  note?: ReactNode
  initial?: { [K in keyof T]?: T[K] | undefined }
  /** The field that gets the focus first. Absent if the dialog has no field but the proof. */
  first?: keyof T & string
  submit: (typed: T) => Promise<void>
  onClose: () => void
  children?: ReactNode
}

/** Shows a dialog whose action needs a proof of identity: the authenticator's code, or the password without an authenticator. */
export function ProvedDialog<T extends object>({ submit, children, first, initial, ...dialog }: Props<T>) {
  const t = useText(text)
  const byCode = useOperator().totp === 1
  const [asks, setAsks] = useState(() => !isProved())
  const run = async ({ password, code, ...typed }: T & Proof) => {
    if (asks) {
      await proveIdentity(byCode ? { code: code ?? '' } : { password: password ?? '' })
      setAsks(false)
    }
    try {
      await submit(typed as unknown as T)
    } catch (error) {
      if (error instanceof ApiRefusal && error.code === NOT_PROVED) {
        forgetProof()
        setAsks(true)
      }
      throw error
    }
  }
  return (
    <FormDialog<T & Proof>
      {...dialog}
      {...(initial && { initial: initial as { [K in keyof (T & Proof)]?: (T & Proof)[K] } })}
      first={first ?? (byCode ? 'code' : 'password')}
      submit={run}
    >
      {children}
      {asks &&
        (byCode ? (
          <Form.Item name="code" label={t.ownCode} extra={t.ownPasswordHint} rules={[rule(shape.code.unwrap(), t.ownCode)]}>
            <Input autoComplete="one-time-code" inputMode="numeric" />
          </Form.Item>
        ) : (
          <Form.Item name="password" label={t.ownPassword} extra={t.ownPasswordHint} rules={[rule(shape.password.unwrap(), t.ownPassword)]}>
            <PasswordInput autoComplete="current-password" />
          </Form.Item>
        ))}
    </FormDialog>
  )
}
