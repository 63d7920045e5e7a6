import { Skeleton } from '../parts/Skeleton.tsx'
import { useMutation, useQuery } from '@tanstack/react-query'
import { readCode, TOTP_CODE } from '@weft/contract'
import { Button, Form, Input } from 'antd'
import { useEffect } from 'react'
import { ApiRefusal } from '../api/refusal.ts'
import { applyFieldErrors } from '../form/apply-field-errors.ts'
import { rule } from '../form/rule.ts'
import { tellFirstProblem } from '../form/tell-first-problem.ts'
import { useText } from '../i18n/use-text.ts'
import { CopyText } from '../parts/CopyText.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import * as text from './totp.text.ts'
import '../dialog/dialog.css'
import './totp.css'

interface Props<T> {
  /** Requests a new secret, which is valid after a code of it was typed. `qr` is a picture. */
  setUp: () => Promise<{ secret: string; qr: string }>
  enable: (code: string) => Promise<T>
  onEnabled: (answer: T) => void
  onCancel: () => void
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret

/** Shows a secret for the authenticator, as a picture and as text, and takes the first code, which proves that it arrived there. */
export function TotpSetup<T>({ setUp, enable, onEnabled, onCancel }: Props<T>) {
  const t = useText(text)
  const [form] = Form.useForm<{ code: string }>()
  // One secret for as long as this is open; none of it stays in memory afterwards.
  const setup = useQuery({ queryKey: ['totp_setup'], queryFn: setUp, staleTime: 'static', gcTime: 0 })
  // The refusal has been shown, and another try would be refused as well.
  const refused = setup.error instanceof ApiRefusal
  useEffect(() => {
    if (refused) onCancel()
  }, [refused, onCancel])
  const enabling = useMutation({
    mutationFn: enable,
    onSuccess: onEnabled,
    onError: (error) => applyFieldErrors(form, error),
  })
  if (setup.isError && !refused) return <ErrorState error={setup.error} onRetry={() => void setup.refetch()} />
  if (!setup.data) return <Skeleton paragraph={{ rows: 8 }} />
  const { secret, qr } = setup.data
  return (
    <Form
      form={form}
      layout="vertical"
      onFinish={({ code }: { code: string }) => !enabling.isPending && enabling.mutate(code)}
      onFinishFailed={tellFirstProblem}
    >
      <ol className="totp-steps">
        <li>
          <h3>{t.scan}</h3>
          <p>{t.scanText}</p>
          <img className="totp-qr" src={qr} alt={t.qrAlt} width={176} height={176} />
          <p>{t.secret}</p>
          <CopyText value={secret} shown={inFours(secret)} framed />
        </li>
        <li>
          <h3>{t.enter}</h3>
          <p>{t.enterText}</p>
          <Form.Item name="code" label={t.code} normalize={readCode} rules={[rule(TOTP_CODE, t.code)]}>
            <Input className="totp-code" inputMode="numeric" autoComplete="one-time-code" autoFocus />
          </Form.Item>
        </li>
      </ol>
      <div className="weft-dialog-buttons">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="primary" htmlType="submit" loading={enabling.isPending}>
          {t.enable}
        </Button>
      </div>
    </Form>
  )
}
