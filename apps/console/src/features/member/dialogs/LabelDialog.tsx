import { useQuery } from '@tanstack/react-query'
import { contract, foldTag, MAX_TAGS, type MemberSummary, TAG_MAX, Tag } from '@weft/contract'
import { asking, toast, useText, useFormGuard } from '@weft/ui'
import { Button, Form, Modal, Select } from 'antd'
import { useState } from 'react'
import { MemberName } from '../../../shared/member/MemberName.tsx'
import { RegionGuess } from '../../../shared/member/RegionGuess.tsx'
import * as memberText from '../member.text.ts'
import './bulk.css'
import * as bulkText from './bulk.text.ts'
import { ChangePreview } from './ChangePreview.tsx'
import * as text from './label.text.ts'
import { PlaceFields } from './PlaceFields.tsx'
import { type LabelChange, useBulkChange } from './use-bulk-change.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

type Labelled = Pick<MemberSummary, 'router_name' | 'note' | 'router_type' | 'province' | 'city' | 'tags'>

interface Props {
  names: string[]
  /** The member, if it is one alone: its labels are then edited as they are. */
  member?: Labelled | undefined
  onClose: () => void
  onDone: () => void
  onGone: (names: string[]) => void
}

interface Typed {
  province?: string
  city?: string
  tags?: string[]
  add_tags?: string[]
  remove_tags?: string[]
}

/** Returns what the form changes; undefined if nothing. */
function changeOf({ province, city, tags, add_tags = [], remove_tags = [] }: Typed, member: Labelled | undefined): LabelChange | undefined {
  const moved = member ? (province ?? '') !== member.province || (city ?? '') !== member.city : province !== undefined
  const has = (list: readonly string[]) => new Set(list.map(foldTag))
  const [before, after] = [has(member?.tags ?? []), has(tags ?? [])]
  const change = {
    ...(moved ? { province: province ?? '', city: city ?? '' } : {}),
    add_tags: member ? (tags ?? []).filter((tag) => !before.has(foldTag(tag))) : add_tags,
    remove_tags: member ? member.tags.filter((tag) => !after.has(foldTag(tag))) : remove_tags,
  }
  return moved || change.add_tags.length + change.remove_tags.length > 0 ? change : undefined
}

/** Sets where one or several members are, and their tags; of several it first shows what changes. */
export function LabelDialog({ names, member, onClose, onDone, onGone }: Props) {
  const t = useText(text)
  const b = useText(bulkText)
  const m = useText(memberText)
  const [form] = Form.useForm<Typed>()
  const guard = useFormGuard(form)
  const [wanted, setWanted] = useState<LabelChange>()
  const used = useQuery(asking(contract.router.labels, {}, { quiet: true }))
  const info = useQuery({
    ...asking(contract.router.info, { router_name: names[0]! }, { quiet: true, missing: 'stay' }),
    enabled: member?.province === '',
  })
  const { preview, busy, apply, applyNow } = useBulkChange({
    names,
    wanted,
    onDone: (changed) => {
      toast.success(t.saved(changed))
      onDone()
    },
    onGone: (gone) => {
      onClose()
      onGone(gone)
    },
  })
  const next = (typed: Typed) => {
    const change = changeOf(typed, member)
    if (!change) return member ? onClose() : toast.info(t.nothing)
    if (member) applyNow(change)
    else setWanted(change)
  }
  const close = () => void guard.close(onClose)
  const tags = (used.data?.tags ?? []).map(({ name }) => ({ value: name, label: name }))
  const newTags = (name: 'tags' | 'add_tags', label: string) => (
    <Form.Item
      name={name}
      label={label}
      extra={t.tagHint(MAX_TAGS, TAG_MAX)}
      rules={[
        {
          validator: async (_, typed: string[] = []) => void (await Promise.all(typed.map((tag) => Tag.parseAsync(tag)))),
          message: t.tagHint(MAX_TAGS, TAG_MAX),
        },
      ]}
    >
      <Select mode="tags" maxCount={MAX_TAGS} tokenSeparators={[',', '，', '、']} options={tags} />
    </Form.Item>
  )
  return (
    <Modal
      open
      width={560}
      title={t.title}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('province'))}
      footer={[
        <Button key="back" onClick={() => (wanted ? setWanted(undefined) : close())}>
          {wanted ? b.back : m.cancel}
        </Button>,
        wanted ? (
          <Button key="go" type="primary" disabled={!preview.data?.changed} loading={busy} onClick={apply}>
            {b.apply}
          </Button>
        ) : (
          <Button key="next" type="primary" loading={busy} onClick={form.submit}>
            {member ? m.save : b.next}
          </Button>
        ),
      ]}
    >
      <Form
        form={form}
        layout="vertical"
        hidden={wanted !== undefined}
        initialValues={member && { province: member.province || undefined, city: member.city || undefined, tags: member.tags }}
        onFinish={next}
      >
        <p>{member ? <MemberName member={member} link={false} form="line" /> : t.chosen(names.length)}</p>
        <RegionGuess
          guess={info.data?.region_guess ?? null}
          onConfirm={(guess) => form.setFieldsValue({ ...guess, city: guess.city || undefined })}
        />
        <PlaceFields none={member ? t.noPlace : t.keepPlace} />
        {member ? (
          newTags('tags', t.tags)
        ) : (
          <>
            {newTags('add_tags', t.addTags)}
            <Form.Item name="remove_tags" label={t.removeTags}>
              <Select mode="multiple" maxCount={MAX_TAGS} options={tags} />
            </Form.Item>
          </>
        )}
      </Form>
      {wanted && <ChangePreview preview={preview} />}
    </Modal>
  )
}
