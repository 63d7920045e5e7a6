import { useMutation, useQuery } from '@tanstack/react-query'
import { contract, TOTP_CODE } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, CopyText, ErrorState, rule, tellFirstProblem, useText } from '@weft/ui'
import { Button, Form, Input, Skeleton } from 'antd'
import { useEffect } from 'react'
import * as text from './totp.text.ts'

interface Props {
  onEnabled: (codes: string[]) => void
  onCancel: () => void
}

const inFours = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
const digitsOf = (typed: string) => typed.replace(/\D/g, '').slice(0, 6)

/** A secret for the authenticator, as a picture and as text, and the first code that proves it arrived there. */
export function TotpSetup({ onEnabled, onCancel }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<{ code: string }>()
  // One secret for as long as this is open; nothing of it stays in memory afterwards.
  const setup = useQuery({
    queryKey: [contract.account.totp_setup.path],
    queryFn: () => call(contract.account.totp_setup, {}),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
  })
  // A refusal has been told, and another try would be refused as well.
  const refused = setup.error instanceof ApiRefusal
  useEffect(() => {
    if (refused) onCancel()
  }, [refused, onCancel])
  const enable = useMutation({
    mutationFn: (code: string) => call(contract.account.totp_enable, { code }),
    onSuccess: ({ recovery_codes }) => onEnabled(recovery_codes),
    onError: (error) => applyFieldErrors(form, error),
  })
  if (setup.isError && !refused) return <ErrorState onRetry={() => void setup.refetch()} />
  if (!setup.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const { secret, qr } = setup.data
  return (
    <Form
      form={form}
      layout="vertical"
      onFinish={({ code }: { code: string }) => !enable.isPending && enable.mutate(code)}
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
          <Form.Item name="code" label={t.code} normalize={digitsOf} rules={[rule(TOTP_CODE, t.code)]}>
            <Input className="totp-code" inputMode="numeric" autoComplete="one-time-code" autoFocus maxLength={6} />
          </Form.Item>
        </li>
      </ol>
      <div className="weft-dialog-buttons">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="primary" htmlType="submit" loading={enable.isPending}>
          {t.enable}
        </Button>
      </div>
    </Form>
  )
}
