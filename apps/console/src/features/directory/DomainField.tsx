import { DownloadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { contract, Domain, DOMAIN_FILE, readHost } from '@weft/contract'
import { ApiRefusal, call, download, rule, saveFile, StatusDot, useText } from '@weft/ui'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import type { Draft } from './directory-draft.ts'
import * as text from './form.text.ts'

interface Props {
  /** The domain must be proved; in the private mode it is only a name. */
  proof: boolean
  /** The domain of the saved configuration, which was proved then. */
  saved: string | undefined
  unproved: boolean
  onUnproved: (unproved: boolean) => void
}

/** Shows the domain, and the proof that it belongs to the account. */
export function DomainField({ proof, saved, unproved, onUnproved }: Props) {
  const t = useText(text)
  const form = Form.useFormInstance<Draft>()
  const [proved, setProved] = useState(saved)
  const domain = readHost(Form.useWatch('domain', form) ?? saved ?? '').toLowerCase()
  const verify = useMutation({
    mutationFn: async () => {
      await form.validateFields(['domain'])
      await call(contract.directory.verify_domain, { domain })
      return domain
    },
    onSuccess: (done) => {
      setProved(done)
      onUnproved(false)
    },
    onError: (error) => onUnproved(error instanceof ApiRefusal && error.code === 423),
  })
  const fetching = useMutation({
    mutationFn: () => download(contract.directory.download_verify_domain, { domain }),
    onSuccess: ({ blob, file_name }) => saveFile(blob, file_name),
  })
  return (
    <>
      <Form.Item label={t.domain} required htmlFor="domain">
        <div className="directory-domain">
          <Form.Item name="domain" noStyle normalize={(typed: string) => typed.toLowerCase()} rules={[rule(Domain, t.domain)]}>
            <Input autoComplete="off" autoCapitalize="off" spellCheck={false} placeholder="example.com" />
          </Form.Item>
          {proof && (
            <Button loading={verify.isPending} onClick={() => verify.mutate()}>
              {unproved ? t.verifyAgain : t.verify}
            </Button>
          )}
        </div>
      </Form.Item>
      <div role="status">
        {proof && proved !== undefined && proved === domain && !unproved && <StatusDot kind="online" text={t.verified} />}
      </div>
      {proof && unproved && (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t.unverified}
          description={
            <>
              <p>{t.unverifiedHint(domain, DOMAIN_FILE)}</p>
              <Button size="small" icon={<DownloadOutlined aria-hidden />} loading={fetching.isPending} onClick={() => fetching.mutate()}>
                {t.download}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}
