import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, industries, latestBirthday, NICKNAME_MAX } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, asking, call, language, rule, tellFirstProblem, toast, useText, useUnsavedGuard } from '@weft/ui'
import { counted } from '@weft/ui/form/counted.ts'
import { DayPicker } from '@weft/ui/form/DayPicker.tsx'
import { Alert, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import '@weft/ui/dialog/dialog.css'
import { accountChanged } from '../../../shared/account/account-changed.ts'
import { type Draft, draftOf, isEdited, rebase, type StoredProfile } from './profile-draft.ts'
import * as text from './profile.text.ts'

const HOME = '/account'
const { shape } = contract.account.edit_data.input
const limited = { count: counted(NICKNAME_MAX) }
const inPlace = (trigger: HTMLElement) => trigger.parentElement ?? document.body

/** Shows the profile's fields. A save names the version that was read: a stale save is refused and loses no input. */
export function ProfileForm({ stored }: { stored: StoredProfile }) {
  const t = useText(text)
  const spoken = language.use()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [form] = Form.useForm<Draft>()
  const [base, setBase] = useState({ draft: draftOf(stored), update_time: stored.update_time })
  const [latest] = useState(() => latestBirthday(new Date()))
  const [edited, setEdited] = useState(false)
  const [state, setState] = useState<'fresh' | 'stale' | 'reloaded'>('fresh')
  const guard = useUnsavedGuard(edited)
  const home = () => void navigate(HOME, { replace: true })
  const leave = () => guard.leave(home)

  const save = useMutation({
    mutationFn: (typed: Draft) => call(contract.account.edit_data, shapeOf(typed), { ifMatch: base.update_time }),
    onSuccess: async () => {
      toast.success(t.saved)
      await accountChanged(queries)
      leave()
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === 409) setState('stale')
      else applyFieldErrors(form, error)
    },
  })
  const reload = useMutation({
    mutationFn: () => queries.fetchQuery({ ...asking(contract.account.data, {}), staleTime: 0 }),
    onSuccess: (now) => {
      const draft = draftOf(now)
      const next = rebase(base.draft, form.getFieldsValue(), draft)
      form.setFieldsValue(next)
      setBase({ draft, update_time: now.update_time })
      setEdited(isEdited(draft, next))
      setState('reloaded')
    },
  })
  const submit = (typed: Draft) => {
    if (save.isPending) return
    if (edited || stored.industry === null) save.mutate(typed)
    else leave()
  }
  return (
    <>
      {state === 'stale' && (
        <Alert
          className="profile-alert"
          type="warning"
          showIcon
          role="alert"
          title={t.stale}
          description={
            <>
              <p>{t.staleHint}</p>
              <Button size="small" loading={reload.isPending} onClick={() => reload.mutate()}>
                {t.reload}
              </Button>
            </>
          }
        />
      )}
      {state === 'reloaded' && <Alert className="profile-alert" type="info" showIcon role="status" title={t.reloaded} />}
      <Form<Draft>
        form={form}
        className="profile-form"
        layout="vertical"
        initialValues={base.draft}
        onValuesChange={(_, typed: Draft) => setEdited(isEdited(base.draft, typed))}
        onFinish={submit}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="username" label={t.username} extra={t.usernameHelp} rules={[rule(shape.username, t.username)]}>
          <Input autoComplete="username" autoCapitalize="off" spellCheck={false} autoFocus />
        </Form.Item>
        <Form.Item name="nickname" label={t.nickname} rules={[rule(shape.nickname, t.nickname)]}>
          <Input autoComplete="nickname" {...limited} />
        </Form.Item>
        <div className="profile-pair">
          <Form.Item name="birthday" label={t.birthday} rules={[rule(shape.birthday, t.birthday)]}>
            <DayPicker latest={latest} getPopupContainer={inPlace} />
          </Form.Item>
          <Form.Item name="industry" label={t.industry} rules={[rule(shape.industry, t.industry)]}>
            <Select
              getPopupContainer={inPlace}
              virtual={false}
              options={Object.entries(industries).map(([value, names]) => ({ value, label: names[spoken] }))}
            />
          </Form.Item>
        </div>
        <Form.Item name="occupation" label={t.occupation} rules={[rule(shape.occupation, t.occupation)]}>
          <Input autoComplete="organization-title" {...limited} />
        </Form.Item>
        <div className="weft-dialog-buttons">
          <Button onClick={home}>{t.cancel}</Button>
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t.save}
          </Button>
        </div>
      </Form>
    </>
  )
}

/** Returns the typed profile as the contract has it; the form's rules have already checked each field. */
const shapeOf = (typed: Draft) => contract.account.edit_data.input.parse(typed)
