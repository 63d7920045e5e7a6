import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type DirectoryCheck, DirectoryConfig, directoryModeNames, directoryTypeNames, type SavedDirectory } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, asking, call, language, rule, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { Alert, Button, Form, Input, Radio, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { useLater } from '@weft/ui/parts/use-later.ts'
import { CaUpload } from './CaUpload.tsx'
import { CheckResult } from './CheckResult.tsx'
import { DIRECTORY } from './directory-paths.ts'
import { directoryChanged } from '../../shared/directory/directory-changed.ts'
import { asksAgain, type Draft, draftOf, PORTS, sentOf } from './directory-draft.ts'
import { DomainField } from './DomainField.tsx'
import * as text from './form.text.ts'
import { KeptPassword } from './KeptPassword.tsx'
import { RouterSelect } from './RouterSelect.tsx'
import { pauseOf } from '@weft/ui/time/pauses.ts'

/** Milliseconds that the success is shown before the page goes on. */
const LEAVE_MS = 500
const { shape } = DirectoryConfig

/** Shows the directory's form: it is checked first, then saved as it was checked. */
export function DirectoryForm({ saved }: { saved: SavedDirectory | null }) {
  const t = useText(text)
  const spoken = language.use()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form] = Form.useForm<Draft>()
  const [base] = useState(() => draftOf(saved))
  const [edited, setEdited] = useState(false)
  const [checked, setChecked] = useState<DirectoryCheck>()
  const [stale, setStale] = useState(false)
  const [unproved, setUnproved] = useState(false)
  const guard = useUnsavedGuard(edited)
  const networks = useQuery(asking(contract.network.select, {}, { quiet: true }))
  const security = Form.useWatch('security', form) ?? base.security
  const mode = Form.useWatch('mode', form) ?? base.mode
  const passed = checked?.ok === 1 && !stale

  const later = useLater()

  /** Offers the file that proves the domain if its proof was missing; returns whether it was. */
  const proofMissing = (error: unknown): boolean => {
    if (!(error instanceof ApiRefusal) || error.code !== 423) return false
    setUnproved(true)
    form.focusField('domain')
    return true
  }
  const check = useMutation({
    mutationFn: (draft: Draft) => call(contract.directory.check, sentOf(draft), { missing: 'stay' }),
    onSuccess: (checkResult) => {
      setChecked(checkResult)
      setStale(false)
    },
    onError: (error) => {
      if (!proofMissing(error)) applyFieldErrors(form, error, NAMES)
    },
  })
  const save = useMutation({
    mutationFn: (draft: Draft) => call(contract.directory.save, sentOf(draft), { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.saved)
      void directoryChanged(queries)
      later(pauseOf(LEAVE_MS), () => guard.leave(() => void navigate(DIRECTORY)))
    },
    onError: (error) => {
      if (proofMissing(error)) return
      if (error instanceof ApiRefusal && error.code === 403) setStale(true)
      else applyFieldErrors(form, error, NAMES)
    },
  })
  const busy = check.isPending || save.isPending || save.isSuccess
  const submit = (draft: Draft) => {
    if (busy) return
    if (passed) save.mutate(draft)
    else check.mutate(draft)
  }
  const change = (typed: Partial<Draft>, draft: Draft) => {
    setEdited(true)
    if (checked) setStale(true)
    if (typed.domain !== undefined) setUnproved(false)
    if (typed.security !== undefined && Object.values(PORTS).includes(draft.port)) form.setFieldValue('port', PORTS[typed.security])
    if (asksAgain(base, form.getFieldsValue(true) as Draft)) form.setFieldValue('password', '')
  }
  return (
    <Form<Draft>
      form={form}
      className="directory-form"
      layout="vertical"
      initialValues={base}
      onValuesChange={change}
      onFinish={() => submit(form.getFieldsValue(true) as Draft)}
      onFinishFailed={tellFirstProblem}
    >
      <Section title={t.sections.mode}>
        <Form.Item name="mode" extra={t.modeHints[mode]}>
          <Radio.Group
            aria-label={t.sections.mode}
            options={(['public', 'private'] as const).map((value) => ({ value, label: directoryModeNames[value][spoken] }))}
          />
        </Form.Item>
        {mode === 'private' && (
          <Form.Item
            name="router_name"
            label={t.router}
            required
            rules={[{ validator: (_, value: string) => (value ? Promise.resolve() : Promise.reject(new Error(t.routerRequired))) }]}
          >
            <RouterSelect />
          </Form.Item>
        )}
      </Section>
      <Section title={mode === 'public' ? t.sections.domain : t.domain}>
        <DomainField
          proof={mode === 'public'}
          saved={saved?.mode === 'public' ? saved.domain : undefined}
          unproved={unproved}
          onUnproved={setUnproved}
        />
      </Section>
      <Section title={t.sections.server}>
        <div className="directory-pair">
          <Form.Item name="host" label={t.host} rules={[rule(shape.host, t.host)]}>
            <Input autoComplete="off" autoCapitalize="off" spellCheck={false} />
          </Form.Item>
          <Form.Item name="port" label={t.port} rules={[rule(shape.port, t.port)]}>
            <Input inputMode="numeric" autoComplete="off" />
          </Form.Item>
        </div>
        <Form.Item name="security" label={t.security}>
          <Radio.Group options={(['none', 'ssl', 'starttls'] as const).map((value) => ({ value, label: t.securities[value] }))} />
        </Form.Item>
        {security === 'none' ? (
          <Alert type="warning" showIcon title={t.plainWarning} />
        ) : (
          <CaUpload required={security === 'ssl'} file_name={saved?.file_name ?? null} />
        )}
      </Section>
      <Section title={t.sections.directory}>
        <Form.Item name="type" label={t.type}>
          <Radio.Group options={([1, 2] as const).map((value) => ({ value, label: directoryTypeNames[value][spoken] }))} />
        </Form.Item>
        <Form.Item name="base_dn" label={t.baseDn} extra={t.baseHelp} rules={[rule(shape.base_dn, `${t.baseDn} `)]}>
          <Input readOnly={saved !== null} autoComplete="off" spellCheck={false} placeholder="dc=example,dc=com" />
        </Form.Item>
        <Form.Item name="username" label={t.bindDn} extra={t.bindHelp} rules={[rule(shape.username, t.bindDn)]}>
          <Input autoComplete="off" spellCheck={false} placeholder="cn=admin,dc=example,dc=com" />
        </Form.Item>
        <KeptPassword />
      </Section>
      <Section title={t.sections.sync}>
        <Form.Item name="sync_mode" label={t.syncMode}>
          <Radio.Group options={([1, 2] as const).map((value) => ({ value, label: t.syncModes[value] }))} />
        </Form.Item>
        <Form.Item name="network_number" label={t.network} extra={t.networkHelp}>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            getPopupContainer={popupContainer}
            loading={networks.isPending}
            options={[
              { value: '', label: t.networkNone },
              ...(networks.data ?? []).map(({ network_number, network_name }) => ({ value: network_number, label: network_name })),
            ]}
          />
        </Form.Item>
      </Section>
      <div className="directory-foot">
        {checked && <CheckResult check={checked} stale={stale} />}
        <div className="directory-buttons">
          <Button type="primary" htmlType="submit" loading={busy}>
            {passed ? t.save : check.isPending ? t.checking : t.check}
          </Button>
          <Button onClick={() => void navigate(DIRECTORY)}>{t.cancel}</Button>
        </div>
      </div>
    </Form>
  )
}

/** The form's field for each wire name that differs. */
const NAMES = { use_ssl: 'security', use_tls: 'security' }

function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section className="directory-section" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}
