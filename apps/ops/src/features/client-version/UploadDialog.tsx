import { UploadOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { DEFAULT_LINUX_PLATFORM, linuxKinds, opsContract } from '@weft/contract'
import { applyFieldErrors, fileSize, rule, tellFirstProblem, toast, useText, useFormGuard } from '@weft/ui'
import { Button, Form, Input, Modal, Progress, Select } from 'antd'
import { useRef, useState } from 'react'
import * as text from './client-version.text.ts'
import { type PackageFacts, type UploadProgress, uploadPackage } from './package-upload.ts'
import { packaged } from './systems.ts'

const { clientVersions } = opsContract
const { shape } = clientVersions.upload.input
const FILE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/

interface Typed extends Required<Pick<PackageFacts, 'system' | 'version'>> {
  kind?: (typeof linuxKinds)[number]
  platform?: string
  file?: File
}

/** Uploads a package and shows the progress. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const queries = useQueryClient()
  const [form] = Form.useForm<Typed>()
  const guard = useFormGuard(form)
  const system = Form.useWatch('system', form)
  const [progress, setProgress] = useState<UploadProgress>()
  const stopping = useRef<AbortController>(undefined)

  const send = async ({ file, system: which, version, kind, platform }: Typed) => {
    if (!file || progress) return
    const controller = new AbortController()
    stopping.current = controller
    const facts: PackageFacts = which === 'linux' ? { system: which, version, kind, platform } : { system: which, version }
    try {
      await uploadPackage(file, facts, setProgress, controller.signal)
      toast.success(t.uploaded)
      await queries.invalidateQueries({ queryKey: [clientVersions.list.path] })
      onClose()
    } catch (error) {
      if (controller.signal.aborted) toast.warning(t.stopped)
      else applyFieldErrors(form, error)
      setProgress(undefined)
    }
  }
  const close = () => {
    if (!progress) return void guard.close(onClose)
    stopping.current?.abort()
    onClose()
  }
  return (
    <Modal
      open
      title={t.upload}
      okText={t.upload}
      cancelText={progress ? t.stop : t.cancel}
      okButtonProps={{ loading: progress !== undefined }}
      mask={{ closable: progress === undefined }}
      onOk={form.submit}
      onCancel={close}
    >
      <Form<Typed>
        form={form}
        name="package"
        layout="vertical"
        disabled={progress !== undefined}
        initialValues={{ system: 'windows', kind: 'graph', platform: DEFAULT_LINUX_PLATFORM, version: '' }}
        onFinish={(typed) => void send(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="system" label={t.system}>
          <Select options={packaged.map((value) => ({ value, label: t.systems[value] }))} />
        </Form.Item>
        {system === 'linux' && (
          <>
            <Form.Item name="kind" label={t.kind}>
              <Select options={linuxKinds.map((value) => ({ value, label: t.kinds[value] }))} />
            </Form.Item>
            <Form.Item name="platform" label={t.platform} extra={t.platformHint} rules={[rule(shape.platform, t.platform)]}>
              <Input autoComplete="off" />
            </Form.Item>
          </>
        )}
        <Form.Item name="version" label={t.version} rules={[rule(shape.version, t.version)]}>
          <Input autoComplete="off" placeholder="2.4.1" />
        </Form.Item>
        <Form.Item
          name="file"
          label={t.file}
          required
          rules={[
            {
              validator: (_, file?: File) =>
                !file || file.size === 0
                  ? Promise.reject(new Error(t.fileMissing))
                  : FILE_NAME.test(file.name)
                    ? Promise.resolve()
                    : Promise.reject(new Error(t.fileName)),
            },
          ]}
        >
          <FileChoice />
        </Form.Item>
      </Form>
      {progress && (
        <div role="status">
          <p className="desk-quiet">{progress.step === 'reading' ? t.reading : progress.resumed ? t.resumed : t.sending}</p>
          <Progress
            percent={Math.floor((progress.done / progress.total) * 100)}
            aria-label={progress.step === 'reading' ? t.reading : t.sending}
          />
        </div>
      )}
    </Modal>
  )
}

function FileChoice({ id, value, onChange }: { id?: string; value?: File; onChange?: (file: File) => void }) {
  const t = useText(text)
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="desk-buttons">
      <input
        ref={input}
        type="file"
        className="weft-hidden"
        tabIndex={-1}
        aria-label={t.chooseFile}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onChange?.(file)
          event.target.value = ''
        }}
      />
      <Button {...(id === undefined ? {} : { id })} icon={<UploadOutlined aria-hidden />} onClick={() => input.current?.click()}>
        {t.chooseFile}
      </Button>
      {value && <span>{t.chosen(value.name, fileSize(value.size))}</span>}
    </span>
  )
}
