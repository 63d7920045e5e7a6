import { CopyOutlined, PlusOutlined, SnippetsOutlined } from '@ant-design/icons'
import { contract, MAX_PREFIXES } from '@weft/contract'
import { centersAmong } from '@weft/network-rules'
import { copyText, type Question, toast, useText } from '@weft/ui'
import { Button, Form } from 'antd'
import { useMemo, useState } from 'react'
import { useAccount } from '../../../shared/account/use-account.ts'
import { type PanelProps, usePanelData } from './panel-props.ts'
import { PrefixPaste } from './PrefixPaste.tsx'
import {
  copiedLines,
  emptyRule,
  isEmptyRow,
  newOnLans,
  problemsOf,
  type RuleField,
  ruleDrafted,
  ruleSent,
  ruleTyped,
  type RuleSurroundings,
  type TypedRule,
  wrongField,
} from './prefix-rows.ts'
import { PrefixTable } from './PrefixTable.tsx'
import * as text from './prefix.text.ts'
import { useFixedClaims } from './SegmentFields.tsx'
import { SettingDrawer } from './SettingDrawer.tsx'
import { useMemberOf } from './use-member-of.ts'

interface Fields {
  prefix: TypedRule[]
}

/** Edits the prefixes behind a hardware member that the network can reach. */
export function PrefixPanel(panel: PanelProps) {
  const t = useText(text)
  const [form] = Form.useForm<Fields>()
  const member = useMemberOf(panel, ({ router_type }) => router_type === 1)
  const { network_number, member: members } = panel.network
  const router_name = member?.router_name ?? ''
  const advanced = useAccount().auth.quagga_advanced === 1
  const source = usePanelData(contract.networkSettings.prefix, { network_number, router_name: panel.node })
  const [pasting, setPasting] = useState(false)
  /** What was pasted and is not in the table yet. */
  const [pasted, setPasted] = useState('')
  const [strict, setStrict] = useState(false)
  const [target, setTarget] = useState<{ key: number; field: RuleField }>()
  const initial = useMemo(() => source.data && { prefix: source.data.map(ruleTyped) }, [source.data])
  const others = useFixedClaims(panel.network, ({ purpose, owner }) => purpose === 'prefix' && owner === router_name)
  const around: RuleSurroundings = {
    owner: router_name,
    center: centersAmong(members).has(router_name),
    others,
    before: source.data ?? [],
    advanced,
    nameOf: (name) => members.find((one) => one.router_name === name)?.note || name,
  }
  const rules = (Form.useWatch('prefix', form) as TypedRule[] | undefined) ?? initial?.prefix ?? []
  const problems = problemsOf(rules, around)
  /** Adds rows behind the others. Rows that were typed take the place of those that are still empty. */
  const add = (fresh: TypedRule[]) => {
    // What leaving the last row corrected is in the form before it is in `rules`.
    const now = (form.getFieldValue('prefix') as TypedRule[] | undefined) ?? rules
    form.setFieldValue('prefix', [...(fresh.some(isEmptyRow) ? now : now.filter((rule) => !isEmptyRow(rule))), ...fresh])
    const [first] = fresh
    if (first) setTarget({ key: first.key, field: 'ip' })
  }
  const pasteLines = (lines: string) => {
    setPasted((before) => (before === '' ? lines : `${before}\n${lines}`))
    setPasting(true)
  }
  const left = pasting ? pasted.split('\n').filter((line) => line.trim() !== '').length : 0
  const room = MAX_PREFIXES - rules.length
  return (
    <SettingDrawer
      {...panel}
      title={[t.edit, `${member?.note || router_name} ${t.prefix}`]}
      size={880}
      saves="edit_prefix"
      form={form}
      initial={initial}
      source={source}
      fromDraft={(of) => {
        const { prefix } = of('edit_prefix') ?? {}
        return prefix && { prefix: prefix.map(ruleDrafted) }
      }}
      verb={t.saveAndPush}
      askFirst={({ prefix }) => questionOf(newOnLans(prefix, around), left, t)}
      inputOf={({ prefix }) => ({ router_name, prefix: prefix.map((rule) => ruleSent(rule, advanced)) })}
      onSaved={({ corrected }) => {
        if (corrected.length > 0) toast.warning(corrected.map(({ from, to }) => t.corrected(from, to)).join('；'))
      }}
    >
      <details className="setting-explained">
        <summary>{t.howTitle}</summary>
        <ul>
          {(advanced ? t.howAdvanced : t.how).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <div className="setting-rules-tools">
        <Button icon={<PlusOutlined aria-hidden />} disabled={room <= 0} onClick={() => add([emptyRule()])}>
          {t.add}
        </Button>
        <Button icon={<SnippetsOutlined aria-hidden />} aria-expanded={pasting} disabled={room <= 0} onClick={() => setPasting(!pasting)}>
          {t.paste}
        </Button>
        <Button
          icon={<CopyOutlined aria-hidden />}
          disabled={rules.every(isEmptyRow)}
          onClick={() => void copyText(copiedLines(rules, advanced))}
        >
          {t.copy}
        </Button>
        <span className="setting-help">{room <= 0 ? t.full(MAX_PREFIXES) : t.total(rules.length)}</span>
      </div>
      {pasting && (
        <PrefixPaste
          pasted={pasted}
          onPasted={setPasted}
          rules={rules}
          around={around}
          room={room}
          onAdd={add}
          onClose={() => setPasting(false)}
        />
      )}
      <Form.Item
        name="prefix"
        // Each row shows its own errors; the status of all would colour every field.
        noStyle
        validateStatus=""
        rules={[
          {
            validateTrigger: 'onSubmit',
            validator: (_, typed: TypedRule[]) => {
              const found = problemsOf(typed, around)
              const index = typed.findIndex(({ key }) => wrongField(found.get(key)))
              const wrong = typed[index]
              if (!wrong) return Promise.resolve()
              const field = wrongField(found.get(wrong.key))!
              setStrict(true)
              setTarget({ key: wrong.key, field })
              const { [field]: msg = '', whole } = found.get(wrong.key)!
              return Promise.reject(new Error(whole && field === 'ip' ? msg : t.rowProblem(index + 1, msg)))
            },
          },
        ]}
        validateTrigger="onSubmit"
      >
        <PrefixTable advanced={advanced} most={MAX_PREFIXES} problems={problems} strict={strict} target={target} onLines={pasteLines} />
      </Form.Item>
    </SettingDrawer>
  )
}

/**
 * Returns what is asked before rules are saved that are on the LANs of other members, or while lines that were pasted are not among them;
 * undefined if neither is so. @param left number of these lines
 */
function questionOf(rules: ReturnType<typeof newOnLans>, left: number, t: (typeof text)['zhCN']): Question | undefined {
  if (rules.length === 0 && left === 0) return undefined
  return {
    title: rules.length > 0 ? t.onLanTitle : t.leftTitle,
    body: (
      <>
        {rules.length > 0 && (
          <>
            <ul className="setting-on-lans">
              {rules.map(({ n, prefix, notice }) => (
                <li key={n}>{t.rowProblem(n, `${prefix} ${notice}`)}</li>
              ))}
            </ul>
            <p>{t.onLanEffect}</p>
          </>
        )}
        {left > 0 && <p>{t.leftEffect(left)}</p>}
      </>
    ),
    action: t.saveAnyway,
    cancel: t.backToEdit,
  }
}
