import { UploadOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { CERTIFICATE_ENDINGS, CERTIFICATE_MAX_BYTES, contract, hasEnding } from '@weft/contract'
import { absoluteTime, call, useText, sentences } from '@weft/ui'
import { Button, Form } from 'antd'
import { useRef, useState } from 'react'
import type { Draft } from './directory-draft.ts'
import * as text from './form.text.ts'

/** The type sent for every certificate: browsers report many types, or none, and the server checks the content. */
const TYPE = 'application/x-x509-ca-cert'

/** Uploads the authority that must have issued the server's certificate. */
export function CaUpload({ required, file_name }: { required: boolean; file_name: string | null }) {
  const t = useText(text)
  const form = Form.useFormInstance<Draft>()
  const [file, setFile] = useState<{ name: string; of?: string } | undefined>(file_name === null ? undefined : { name: file_name })
  const [problem, setProblem] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)
  const put = (ca_id: string) => {
    form.setFieldValue('ca_id', ca_id)
    void form.validateFields(['ca_id']).catch(() => {})
  }
  const upload = useMutation({
    mutationFn: (chosen: File) =>
      call(contract.directory.upload, {}, { file: new File([chosen], chosen.name, { type: TYPE }), missing: 'stay' }),
    onSuccess: ({ ca_id, file_name: name, subject, not_after }) => {
      setFile({ name, of: t.caOf(subject, absoluteTime(not_after).slice(0, 10)) })
      put(ca_id)
    },
    onError: () => {
      setFile(undefined)
      put('')
    },
  })
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    const wrong = !hasEnding(chosen.name, CERTIFICATE_ENDINGS)
      ? t.wrongEnding
      : chosen.size >= CERTIFICATE_MAX_BYTES
        ? t.tooLarge
        : undefined
    setProblem(wrong)
    if (wrong === undefined) upload.mutate(chosen)
  }
  return (
    <Form.Item
      name="ca_id"
      label={t.ca}
      required={required}
      extra={required ? t.caHelp : sentences(t.caHelp, t.caOptional)}
      {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
      rules={[{ validator: (_, value: string) => (required && !value ? Promise.reject(new Error(t.required)) : Promise.resolve()) }]}
    >
      <CaPicker
        label={file ? t.replace : t.upload}
        file={file}
        busy={upload.isPending}
        picker={picker}
        onChoose={(chosen) => {
          choose(chosen)
          if (chosen) form.setFields([{ name: 'ca_id', touched: true }])
        }}
      />
    </Form.Item>
  )
}

interface PickerProps {
  id?: string
  label: string
  file: { name: string; of?: string } | undefined
  busy: boolean
  picker: React.RefObject<HTMLInputElement | null>
  onChoose: (file: File | undefined) => void
}

/** Shows the button of the field; the browser's own file input is hidden and skipped by the keyboard. */
function CaPicker({ id, label, file, busy, picker, onChoose }: PickerProps) {
  return (
    <div className="directory-ca">
      <Button
        {...(id !== undefined && { id })}
        icon={<UploadOutlined aria-hidden />}
        loading={busy}
        onClick={() => picker.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={CERTIFICATE_ENDINGS.map((ending) => `.${ending}`).join(',')}
        onChange={(event) => {
          onChoose(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      {file && (
        <span role="status">
          {file.name}
          {file.of && <span className="directory-was">{file.of}</span>}
        </span>
      )}
    </div>
  )
}
